import type { Tx } from '@app/kernel';
import { PaymentLinksRepository } from '../application/ports';
import { next, type LinkKind, type PaymentLink } from '../domain/payment-link';
import type { InMemoryTables } from './in-memory-tables';

export class InMemoryPaymentLinksRepository extends PaymentLinksRepository {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async insert(_tx: Tx, link: PaymentLink): Promise<void> {
    this.tables.links.set(link.id, link);
  }

  async findForUser(id: string, userId: string, kind: LinkKind): Promise<PaymentLink | undefined> {
    const link = this.tables.links.get(id);
    return link?.userId === userId && link.kind === kind ? link : undefined;
  }

  async cancel(_tx: Tx, id: string, userId: string, kind: LinkKind): Promise<PaymentLink | undefined> {
    const link = await this.findForUser(id, userId, kind);
    const cancelled = link && next(link.status, 'cancel');
    return cancelled && link.currentUses === 0 ? this.tables.changeLink(id, { status: cancelled }) : undefined;
  }
}
