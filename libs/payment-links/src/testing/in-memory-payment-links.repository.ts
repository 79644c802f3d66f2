import { RetryTransactionError, type Move, type Tx } from '@app/kernel';
import { PaymentLinksRepository } from '../links/application/ports';
import { moveLink, type LinkKind, type LinkReach, type PaymentLink } from '../links/domain/payment-link';
import type { InMemoryTables } from './in-memory-tables';

export class InMemoryPaymentLinksRepository extends PaymentLinksRepository {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async insert(_tx: Tx, links: readonly PaymentLink[]): Promise<void> {
    for (const link of links) this.tables.links.set(link.id, link);
  }

  async find(id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined> {
    const link = this.tables.links.get(id);
    if (link?.kind !== kind) return undefined;
    const isReached = 'userId' in reach ? link.userId === reach.userId : link.accountId === reach.accountId;
    return isReached ? link : undefined;
  }

  async save(_tx: Tx, moves: readonly Move<PaymentLink>[]): Promise<void> {
    for (const { from, to } of moves) {
      const link = this.tables.links.get(to.id) as PaymentLink;
      if (link.status !== from.status) throw new RetryTransactionError('1 payment links were moved');
      const { status, currentUses, paymentMethod } = to;
      const now = this.tables.now();
      const expired = link.expiresAt === null || link.expiresAt > now ? now : link.expiresAt;
      const isEndless = from.expiresAt !== null && to.expiresAt === null;
      const expiresAt = status === 'expired' ? expired : isEndless ? null : link.expiresAt;
      this.tables.changeLink(to.id, { status, currentUses, paymentMethod, expiresAt });
    }
  }

  async cancel(_tx: Tx, id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined> {
    const link = await this.find(id, reach, kind);
    const cancelled = link && moveLink(link, 'cancel');
    return cancelled?.currentUses === 0 ? this.tables.changeLink(id, { status: cancelled.status }) : undefined;
  }
}
