import { Clock, newId, UnitOfWork, type Tx } from '@app/kernel';
import { textField, unsupportedAmountOf, type Fact, type SettledFact, type StoredFact, type Subject } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { PaymentException } from '../domain/payment-exception';
import { CollectionPostings } from './collection-postings';
import { toPaymentFact } from './payment-facts';
import { SettlementExceptions } from './ports';
import { exceptionReturnCase } from './return-cases';
import { decideExceptionReturns, type OrderlessFact } from './settlement-batch';

/** Settles facts about orders that we do not know: their money becomes payment exceptions, which returns take back. Rule 6.3. */
@Injectable()
export class OrderlessFacts {
  constructor(
    private readonly exceptions: SettlementExceptions,
    private readonly postings: CollectionPostings,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Returns, in order, whether a payment exception without an order has the reference of each. */
  recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    return this.exceptions.recognizeExceptions(subjects);
  }

  /** Locks the payment exceptions that have these references and no order. */
  lock(tx: Tx, subjects: readonly Subject[]): Promise<void> {
    return this.exceptions.lockExceptions(tx, subjects);
  }

  /**
   * Records the money of a fact as a payment exception, once. False when nothing was recorded, because the fact reports no
   * money, was recorded before, or is about an order that is known by now.
   */
  async record(fact: Fact): Promise<boolean> {
    const exception = unknownOrder(fact, this.clock.now());
    return exception !== undefined && (await this.uow.run((tx) => this.recordUnknown(tx, exception)));
  }

  /** Those that have to wait are left out. */
  async settle(tx: Tx, batch: readonly StoredFact[]): Promise<SettledFact[]> {
    const exceptions = await this.exceptions.readExceptions(tx, batch);
    const pending = batch.map((fact, at) => ({ fact, exceptions: exceptions[at] ?? [] }));
    const returns = pending.filter(({ fact }) => isReturn(fact));
    const orphans = pending.filter(({ fact }) => !isReturn(fact));
    return [...(await this.settleExceptionReturns(tx, returns)), ...(await this.settleOrphans(tx, orphans))];
  }

  /** Returns about orders that are unknown take back the money of their payment exceptions. */
  private async settleExceptionReturns(tx: Tx, pending: readonly OrderlessFact[]): Promise<SettledFact[]> {
    const settled = decideExceptionReturns(pending);
    await this.exceptions.resolveExceptions(tx, settled);
    await this.postings.returnExceptions(tx, settled);
    return settled.map(({ fact, outcome, exception }) => {
      const opens = exceptionReturnCase({ outcome, taken: toPaymentFact(fact).paid, exception, link: null });
      return { fact, outcome, ...(opens && { opens }) };
    });
  }

  /**
   * Only a return is stored without its order. For any other fact the order existed, and was deleted before it
   * could be settled: its money is recorded as that of an unknown order.
   */
  private async settleOrphans(tx: Tx, orphans: readonly OrderlessFact[]): Promise<SettledFact[]> {
    const settled: SettledFact[] = [];
    for (const { fact, exceptions } of orphans) {
      const exception = unknownOrder(fact, this.clock.now());
      const isRecorded = exceptions.some(({ notificationId }) => notificationId === fact.id);
      if (!exception) settled.push({ fact, outcome: 'ignored' });
      else if (isRecorded || (await this.recordUnknown(tx, exception))) {
        settled.push({ fact, outcome: `exception:${exception.reason}`, isRecord: true });
      }
    }
    return settled;
  }

  private async recordUnknown(tx: Tx, exception: PaymentException): Promise<boolean> {
    const isNew = await this.exceptions.recordUnknown(tx, exception);
    if (isNew) await this.postings.recordUnknown(tx, exception);
    return isNew;
  }
}

/** The payment exception for the money of an order that we do not know; undefined when the fact pays nothing. */
function unknownOrder(fact: Fact, now: Date): PaymentException | undefined {
  const { provider, id: notificationId, reference } = fact;
  const amount = fact.amount ?? unsupportedAmountOf(fact);
  if (!amount || isReturn(fact)) return undefined;
  return {
    id: newId(),
    provider,
    notificationId,
    reference,
    paymentReference: textField(fact.details, 'payment_reference'),
    linkId: null,
    orderId: null,
    reason: 'unknown_order',
    amount,
    expected: null,
    status: 'open',
    walletId: null,
    reversalReference: null,
    resolution: null,
    createdAt: now,
    resolvedAt: null,
  };
}

/** Whether the fact takes money back. */
export function isReturn({ type }: Fact): boolean {
  return type === 'debit.returned';
}
