import type { Tx } from '@app/kernel';
import { PaymentLinksRepository } from '../links/application/ports';
import { next, type LinkKind, type LinkReach, type PaymentLink } from '../links/domain/payment-link';
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

  async cancel(_tx: Tx, id: string, reach: LinkReach, kind: LinkKind): Promise<PaymentLink | undefined> {
    const link = await this.find(id, reach, kind);
    const cancelled = link && next(link.status, 'cancel');
    return cancelled && link.currentUses === 0 ? this.tables.changeLink(id, { status: cancelled }) : undefined;
  }
}
