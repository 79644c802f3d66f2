import type { Tx } from '@app/kernel';
import { ReceivedPaymentsRepository, type ReceivedPayment } from '../application/ports';
import type { InMemoryTables } from './in-memory-tables';

export class InMemoryReceivedPaymentsRepository extends ReceivedPaymentsRepository {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async insert(_tx: Tx, payments: readonly ReceivedPayment[]): Promise<void> {
    for (const payment of payments) {
      if (this.tables.payments.some(({ linkId }) => linkId === payment.linkId)) {
        throw new Error(`the link ${payment.linkId} has its payment already`);
      }
      this.tables.payments.push(payment);
    }
  }
}
