import { Money, newId, RetryTransactionError, type Tx } from '@app/kernel';
import type { Subject } from '@app/rails';
import { promisedAmount, type CheckoutOrder } from '../checkout/domain/checkout-order';
import type { PaymentLink } from '../links/domain/payment-link';
import {
  SettlementRepository,
  type SettlementExceptions,
  type ReadNotification,
  type RecordedException,
  type SettledPayment,
} from '../settlement/application/ports';
import { resolvedExceptions } from '../settlement/application/settlement-batch';
import type { ExceptionReason, PaymentException } from '../settlement/domain/payment-exception';
import type { PaymentFact } from '../settlement/domain/payment-fact';
import type { ReportedException } from '../settlement/domain/settlement-decision';
import type { InMemoryTables } from './in-memory-tables';

/** Needs a unit of work whose transactions run one after another: locking does nothing. */
export class InMemorySettlementRepository extends SettlementRepository implements SettlementExceptions {
  constructor(private readonly tables: InMemoryTables) {
    super();
  }

  async recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    return subjects.map((subject) => this.orderOf(subject) !== undefined);
  }

  async lock(_tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const links = new Set(subjects.map((subject) => this.orderOf(subject)?.linkId));
    return [...this.tables.orders.values()]
      .filter(({ linkId }) => links.has(linkId))
      .sort((a, b) => (a.linkId < b.linkId ? -1 : 1))
      .map(({ provider, providerReference: reference }) => ({ provider, reference }));
  }

  async recognizeExceptions(subjects: readonly Subject[]): Promise<boolean[]> {
    return subjects.map((subject) => this.orderless(subject).length > 0);
  }

  async lockExceptions(): Promise<void> {
    return undefined;
  }

  async readExceptions(_tx: Tx, subjects: readonly Subject[]): Promise<ReportedException[][]> {
    return subjects.map((subject) => this.orderless(subject).map((one) => this.reported(one)));
  }

  async read(_tx: Tx, facts: readonly PaymentFact[]): Promise<ReadNotification[]> {
    return facts.flatMap((fact) => {
      const order = this.orderOf(fact);
      if (!order) return [];
      const link = this.tables.links.get(order.linkId) as PaymentLink;
      const credited = this.tables.payments
        .filter(({ orderId, status }) => orderId === order.id && status !== 'in_process')
        .flatMap(({ paymentReference }) => paymentReference ?? []);
      return [{ fact, order, link, exceptions: this.exceptionsAbout(fact, order), credited }];
    });
  }

  async resolveExceptions(_tx: Tx, settled: readonly Pick<SettledPayment, 'exception' | 'outcome'>[]): Promise<void> {
    for (const { id, previous, status, resolution } of resolvedExceptions(settled)) {
      const isSame = this.tables.exceptions.some((one) => one.id === id && one.status === previous);
      if (!isSame) throw new RetryTransactionError('staff have resolved an exception meanwhile');
      this.tables.changeException(id, { status, resolution, resolvedAt: this.tables.now() });
    }
  }

  async recordExceptions(_tx: Tx, settled: readonly SettledPayment[]): Promise<RecordedException[]> {
    return settled.flatMap((item) => (item.outcome.startsWith('exception:') ? this.record(item) : []));
  }

  async recordUnknown(_tx: Tx, exception: PaymentException): Promise<boolean> {
    const isKnown =
      this.orderOf(exception) !== undefined ||
      this.tables.exceptions.some(
        ({ provider, notificationId }) =>
          provider === exception.provider && notificationId === exception.notificationId,
      );
    if (!isKnown) this.tables.exceptions.push(exception);
    return !isKnown;
  }

  private exceptionsAbout(fact: PaymentFact, order: CheckoutOrder) {
    const orderless = new Set(this.orderless(fact));
    return this.tables.exceptions
      .filter((exception) => {
        const isOwn = exception.provider === fact.provider && exception.notificationId === fact.id;
        return isOwn || exception.orderId === order.id || orderless.has(exception);
      })
      .map((exception) => this.reported(exception));
  }

  private orderless({ provider, reference }: Subject): PaymentException[] {
    return this.tables.exceptions.filter(
      (one) => one.provider === provider && one.reference === reference && one.orderId === null,
    );
  }

  private reported({
    id,
    notificationId,
    paymentReference,
    amount,
    status,
    orderId,
  }: PaymentException): ReportedException {
    const payment = this.tables.payments.find(({ exceptionId }) => exceptionId === id)?.status ?? null;
    return { id, notificationId, paymentReference, amount, status, orderless: orderId === null, payment };
  }

  private record({ pending, outcome, exception: known }: SettledPayment): RecordedException[] {
    const { fact, link, order } = pending;
    const reason = outcome.slice('exception:'.length) as ExceptionReason;
    const expected = promisedAmount(order);
    const recordedOf = (id: string) => this.tables.exceptions.find((one) => one.id === id) as PaymentException;
    if (known) {
      this.tables.changeException(known.id, { linkId: link.id, orderId: order.id, reason, expected });
      return [{ ...recordedOf(known.id), isNew: false }];
    }
    const exception: PaymentException = {
      id: newId(),
      provider: fact.provider,
      notificationId: fact.id,
      reference: fact.reference,
      paymentReference: fact.paymentReference ?? null,
      linkId: link.id,
      orderId: order.id,
      reason,
      amount: fact.paid ?? Money.zero(link.currency),
      expected,
      status: 'open',
      walletId: null,
      reversalReference: null,
      resolution: null,
      createdAt: this.tables.now(),
      resolvedAt: null,
    };
    this.tables.exceptions.push(exception);
    return [{ ...recordedOf(exception.id), isNew: true }];
  }

  private orderOf({ provider, reference }: Subject): CheckoutOrder | undefined {
    return [...this.tables.orders.values()].find(
      (order) => order.provider === provider && order.providerReference === reference,
    );
  }
}
