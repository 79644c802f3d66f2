import { Money, newId } from '@app/kernel';
import { JournalEntry, movement, platformPosting, type LedgerService } from '@app/ledger';

const GROSS = Money.of('15000.00', 'ARS');
const FEE = Money.of('735.00', 'ARS');
const CREDITED = GROSS.minus(FEE);

/** A local collection: what a payment of one link brings into a wallet. */
export interface Credit {
  readonly id: string;
  readonly kind: string;
  readonly reference: { readonly type: string; readonly id: string };
  readonly idempotencyKey: string;
  readonly occurredAt: Date;
  readonly walletId: string;
  readonly gross: Money;
  readonly credited: Money;
  readonly fee: Money;
}

/** Makes credits for wallets chosen at random, and remembers what was committed of them. */
export class Credits {
  private readonly committed = new Map<string, Money>();

  constructor(private readonly walletIds: readonly string[]) {
    for (const id of walletIds) this.committed.set(id, Money.zero(GROSS.currency));
  }

  next(): Credit {
    return {
      id: newId(),
      kind: 'collection',
      reference: { type: 'payment_link', id: newId() },
      idempotencyKey: `collection:${newId()}`,
      occurredAt: new Date(),
      walletId: this.walletIds[Math.floor(Math.random() * this.walletIds.length)] ?? '',
      gross: GROSS,
      credited: CREDITED,
      fee: FEE,
    };
  }

  count({ walletId, credited }: Credit): void {
    this.committed.set(walletId, (this.committed.get(walletId) ?? Money.zero(GROSS.currency)).plus(credited));
  }

  /** Throws when a wallet has another balance than what was committed for it. */
  async assertBalances(ledger: LedgerService): Promise<void> {
    for (const [id, expected] of this.committed) {
      const balance = (await ledger.findWallet(id))?.balances.balance;
      if (balance?.equals(expected)) continue;
      throw new Error(`wallet ${id} has ${balance?.toString() ?? 'no balance'}; ${expected.toString()} were credited`);
    }
  }
}

export function entryOf({ walletId, gross, credited, fee, ...of }: Credit): JournalEntry {
  return JournalEntry.create({
    kind: of.kind,
    reference: of.reference,
    idempotencyKey: of.idempotencyKey,
    occurredAt: of.occurredAt,
    postings: [
      platformPosting('rail_clearing', gross.negated()),
      movement(walletId, 'payment', credited),
      platformPosting('collection_fee_income', fee),
    ],
  });
}
