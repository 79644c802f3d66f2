import type { Tx } from '@app/kernel';
import { ReceivedPaymentsRepository } from '../settlement/application/ports';
import type { ReturnedPayment } from '../settlement/domain/payment-return';
import type { ReceivedPayment } from '../settlement/domain/received-payment';
import type { InMemoryTables } from './in-memory-tables';

export class InMemoryReceivedPaymentsRepository extends ReceivedPaymentsRepository {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async write(_tx: Tx, payments: readonly ReceivedPayment[]): Promise<void> {
    for (const payment of payments) {
      const at = payment.exceptionId === null ? this.indexOf(payment.orderId) : -1;
      const earlier = this.tables.payments[at];
      const another = this.tables.payments.find(({ linkId, exceptionId }) => linkId === payment.linkId && !exceptionId);
      if (payment.exceptionId !== null && this.tables.payments.some((one) => one.exceptionId === payment.exceptionId)) {
        throw new Error('the exception already has its payment');
      }
      if (!earlier && payment.exceptionId === null && another) throw new Error('the link already has its payment');
      if (!earlier) this.tables.payments.push(payment);
      else if (earlier.status !== 'in_process') throw new Error('the payment had been credited before');
      else {
        const { status, payer, terms, feeReceipt, paymentReference, creditedAt } = payment;
        this.tables.payments[at] = { ...earlier, status, payer, terms, feeReceipt, paymentReference, creditedAt };
      }
    }
  }

  async withdraw(_tx: Tx, orderIds: readonly string[]): Promise<void> {
    for (const orderId of orderIds) {
      const at = this.indexOf(orderId);
      if (this.tables.payments[at]?.status === 'in_process') this.tables.payments.splice(at, 1);
    }
  }

  async lockReturnable(
    _tx: Tx,
    { orderIds, exceptionIds }: { orderIds: readonly string[]; exceptionIds: readonly string[] },
  ): Promise<ReceivedPayment[]> {
    const found = this.tables.payments.filter(({ orderId, exceptionId, status }) => {
      const isNamed = exceptionId === null ? orderIds.includes(orderId) : exceptionIds.includes(exceptionId);
      return isNamed && (status === 'credited' || status === 'refunded');
    });
    const missing = orderIds.length + exceptionIds.length - found.length;
    if (missing > 0) throw new Error(`${missing} payments were not credited`);
    return found;
  }

  async isNamed(_tx: Tx, provider: string, paymentReference: string): Promise<boolean> {
    return this.tables.payments.some((one) => one.provider === provider && one.paymentReference === paymentReference);
  }

  async saveReturns(_tx: Tx, payments: readonly ReturnedPayment[]): Promise<void> {
    for (const payment of payments) {
      this.tables.payments[this.tables.payments.findIndex(({ id }) => id === payment.id)] = payment;
    }
  }

  async takeReceiptNumbers(_tx: Tx, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, bigint>> {
    return new Map(
      [...counts].map(([accountId, count]) => {
        const last = this.tables.receiptNumbers.get(accountId) ?? 0n;
        this.tables.receiptNumbers.set(accountId, last + BigInt(count));
        return [accountId, last + 1n];
      }),
    );
  }

  private indexOf(orderId: string): number {
    return this.tables.payments.findIndex((payment) => payment.orderId === orderId && payment.exceptionId === null);
  }
}
