import type { Page } from '@app/kernel';
import type { Movement } from '@app/ledger';
import type { LinksReader, LinkLabel } from '@app/payment-links';

/** A movement, and what the link of its payment, refund or dispute is about; null for a movement of another cause. */
export interface LabelledMovement {
  movement: Movement;
  link: LinkLabel | null;
}

const LABELLED_TYPES = ['payment_link', 'card_payment_link', 'refund', 'dispute'];
const LABELLED_AT_ONCE = 500;

/** Adds to movements what their payment links are about. */
export class MovementLabels {
  constructor(
    private readonly collections: Pick<LinksReader, 'linkLabels'>,
    private readonly accountId: string,
  ) {}

  async labelPage({ items, nextCursor }: Page<Movement>): Promise<Page<LabelledMovement>> {
    return { items: await this.label(items), nextCursor };
  }

  /** Keeps the order; reads the links of a few hundred movements at once. */
  async *labelEach(movements: AsyncIterable<Movement>): AsyncGenerator<LabelledMovement> {
    let some: Movement[] = [];
    for await (const movement of movements) {
      some.push(movement);
      if (some.length < LABELLED_AT_ONCE) continue;
      yield* await this.label(some);
      some = [];
    }
    yield* await this.label(some);
  }

  private async label(movements: readonly Movement[]): Promise<LabelledMovement[]> {
    const ids = movements.flatMap((movement) => labelledIdOf(movement) ?? []);
    const labels = await this.collections.linkLabels(this.accountId, [...new Set(ids)]);
    return movements.map((movement) => ({ movement, link: labels.get(labelledIdOf(movement) ?? '') ?? null }));
  }
}

function labelledIdOf({ reference }: Movement): string | undefined {
  return reference && LABELLED_TYPES.includes(reference.type) ? reference.id : undefined;
}
