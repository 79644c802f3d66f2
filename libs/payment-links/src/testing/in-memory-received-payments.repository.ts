import type { Tx } from '@app/kernel';
import { ReceivedPaymentsRepository } from '../settlement/application/ports';
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

  async returnPayments(
    _tx: Tx,
    orderIds: readonly string[],
    returnedAt: Date,
  ): Promise<ReadonlyMap<string, ReceivedPayment>> {
    return new Map(
      orderIds.map((orderId) => {
        const at = this.indexOf(orderId);
        const payment = this.tables.payments[at];
        if (payment?.status !== 'credited' || !payment.creditedAt) throw new Error('the payment was not credited');
        const returned: ReceivedPayment = { ...payment, status: 'returned', returnedAt };
        this.tables.payments[at] = returned;
        return [orderId, returned];
      }),
    );
  }

  async returnExtraPayments(_tx: Tx, exceptionIds: readonly string[], returnedAt: Date): Promise<ReceivedPayment[]> {
    return exceptionIds.map((id) => {
      const at = this.tables.payments.findIndex(({ exceptionId }) => exceptionId === id);
      const payment = this.tables.payments[at];
      if (payment?.status !== 'credited') throw new Error('a payment that staff credited is missing');
      const returned: ReceivedPayment = { ...payment, status: 'returned', returnedAt };
      this.tables.payments[at] = returned;
      return returned;
    });
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
