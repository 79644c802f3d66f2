import { Clock, Money, type Tx } from '@app/kernel';
import { LedgerService, type JournalEntry, type Reference, type Wallet } from '@app/ledger';
import type { FactCase } from '@app/rails';
import { EventPublisher, type WebhookEvent } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { promisedAmount, type CheckoutOrder } from '../../checkout/domain/checkout-order';
import { linkEvent, paymentEvent } from '../../links/application/link-events';
import type { CollectionTerms } from '../../links/domain/collection-terms';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { ExceptionReason, PaymentException } from '../domain/payment-exception';
import type { PaymentFact } from '../domain/payment-fact';
import { EXCEPTION_RETURNED } from '../domain/settlement-decision';
import {
  collectionEntry,
  depositReturnEntry,
  exceptionClearedEntry,
  exceptionClearedKey,
  exceptionCreditEntry,
  exceptionEntry,
} from './collection-entry';
import { ExceptionNotices, type ExceptionNotice } from './exception-notices';
import { issueFeeReceipts } from './fee-receipts';
import { ReceivedPaymentsRepository, type RecordedException, type SettledPayment } from './ports';
import type { SettledReturn } from './settlement-batch';
import { PaymentReceipts } from './payment-receipts';
import { PaymentReturns } from './payment-returns';
import { completedPayer, creditedPayment, debitUnderway } from './received-payment-records';

/** A link and its order as they are once a fact has been settled. */
interface Collected {
  link: PaymentLink;
  order: CheckoutOrder;
  /** The rail's name for the payment, where it differs from that of the order. */
  paymentReference?: string | undefined;
  /** The request that brought the fact. */
  requestId?: string | null;
}

export interface CreditedException {
  exception: PaymentException;
  /** As they are afterwards, the order with the terms that it is credited by. */
  link: PaymentLink;
  order: CheckoutOrder;
  wallet: Pick<Wallet, 'id'>;
  /** Whether it is the link's own payment. */
  completes: boolean;
}

/**
 * Writes the consequences of settled facts beyond the links themselves: ledger entries, received payments,
 * receipts and events. Each kind takes one statement, however many there are. The ledger comes last, because it locks
 * the wallets, for which all payments compete.
 */
@Injectable()
export class CollectionPostings {
  constructor(
    private readonly payments: ReceivedPaymentsRepository,
    private readonly ledger: LedgerService,
    private readonly events: EventPublisher,
    private readonly receipts: PaymentReceipts,
    private readonly notices: ExceptionNotices,
    private readonly returns: PaymentReturns,
    private readonly clock: Clock,
  ) {}

  /** Returns what a person has to decide about returns, by their facts. */
  async record(
    tx: Tx,
    settled: readonly SettledPayment[],
    recorded: readonly RecordedException[],
  ): Promise<ReadonlyMap<PaymentFact, FactCase>> {
    const now = this.clock.now();
    const credited = settled.filter(({ outcome }) => outcome === 'credited').map((item) => collected(item, now));
    const expired = settled.filter(({ outcome }) => outcome === 'lapsed').map((item) => collected(item, now));
    const events: WebhookEvent[] = expired.map(({ link, requestId }) => ({
      ...linkEvent('payment_link.expired', link),
      requestId,
    }));
    await this.recordUnconfirmed(tx, settled, now);
    await this.withdrawDeclined(tx, settled);
    events.push(...(await this.credit(tx, credited, now)));
    const returns = await this.returns.write(tx, settled, now);
    events.push(...returns.events);
    await this.notices.send(tx, noticesOf(settled, recorded));
    const deposits = await this.takeBackDeposits(tx, settled, now);
    await this.events.publish(tx, events);
    await this.ledger.post(tx, [...entriesOf(settled, recorded, now), ...returns.entries, ...deposits]);
    return returns.cases;
  }

  /** Books the money of an unknown order as unallocated. */
  async recordUnknown(tx: Tx, exception: PaymentException): Promise<void> {
    await this.ledger.post(tx, recordedEntries(exception, null, exception.createdAt));
  }

  /** Books the money of an exception whose amount staff have named. */
  async recordNamed(tx: Tx, exception: PaymentException, link: PaymentLink | null, now: Date): Promise<void> {
    await this.ledger.post(tx, recordedEntries(exception, link && aboutLink(link), now));
  }

  /** The rail took back the money of unknown orders: that of open payment exceptions, and what staff had credited. */
  async returnExceptions(tx: Tx, settled: readonly SettledReturn[]): Promise<void> {
    const now = this.clock.now();
    const cleared = settled.flatMap(({ outcome, exception }) =>
      exception && outcome === EXCEPTION_RETURNED
        ? clearedEntries('payment_exception_refund', exception, null, now)
        : [],
    );
    await this.ledger.post(tx, [...cleared, ...(await this.takeBackDeposits(tx, settled, now))]);
  }

  /** Staff credit a payment exception of a link: as the link's own payment, or in addition to it. */
  async creditException(tx: Tx, credited: CreditedException, now: Date): Promise<void> {
    const { exception, link, order, wallet, completes } = credited;
    if (completes) {
      const paymentReference = exception.paymentReference ?? undefined;
      const paid = { link: { ...link, walletId: wallet.id, updatedAt: now }, order, paymentReference };
      await this.events.publish(tx, await this.credit(tx, [paid], now));
    } else {
      await this.creditExtraPayment(tx, credited, now);
    }
    await this.ledger.post(tx, [exceptionCreditEntry(exception.id, wallet.id, order.terms, aboutLink(link), now)]);
  }

  /** Staff credit what was paid for an unknown order. */
  async depositException(
    tx: Tx,
    { id }: PaymentException,
    walletId: string,
    terms: CollectionTerms,
    now: Date,
  ): Promise<void> {
    await this.ledger.post(tx, [exceptionCreditEntry(id, walletId, terms, { type: 'payment_exception', id }, now)]);
  }

  private async withdrawDeclined(tx: Tx, settled: readonly SettledPayment[]): Promise<void> {
    const declined = settled.filter(({ order }) => order.status === 'refused').map(({ order }) => order.id);
    if (declined.length > 0) await this.payments.withdraw(tx, declined);
  }

  /** A debit that its rail submitted before the payer's confirmation was stored. */
  private async recordUnconfirmed(tx: Tx, settled: readonly SettledPayment[], now: Date): Promise<void> {
    const records = settled
      .filter(({ outcome, pending }) => outcome === 'submitted' && pending.order.status === 'open')
      .flatMap(({ pending: { link, order } }) => debitUnderway(link, order, now));
    if (records.length > 0) await this.payments.write(tx, records);
  }

  private async credit(tx: Tx, credited: readonly Collected[], now: Date): Promise<WebhookEvent[]> {
    if (credited.length === 0) return [];
    const receipts = await issueFeeReceipts(tx, this.payments, credited, now);
    await this.payments.write(
      tx,
      credited.map(({ link, order, paymentReference }) => {
        const feeReceipt = receipts.get(order.id) ?? null;
        return creditedPayment(link, order, now, { feeReceipt, paymentReference: paymentReference ?? null });
      }),
    );
    await this.receipts.send(tx, credited, receipts, now);
    return credited.map(({ link, order, requestId }) => {
      return { ...paymentEvent(link, order, { paidAt: now, returnedAt: null }), requestId };
    });
  }

  /** Money in addition to the link's own payment: the payer gets the receipts, and no event is published. */
  private async creditExtraPayment(
    tx: Tx,
    { exception, link, order, wallet }: CreditedException,
    now: Date,
  ): Promise<void> {
    const receipt = (await issueFeeReceipts(tx, this.payments, [{ link, order }], now)).get(order.id);
    const { paymentReference } = exception;
    const names = { feeReceipt: receipt ?? null, paymentReference };
    const payment = creditedPayment({ ...link, walletId: wallet.id }, order, now, names);
    await this.payments.write(tx, [{ ...payment, exceptionId: exception.id }]);
    const receipts = new Map(receipt && [[order.id, receipt]]);
    await this.receipts.send(tx, [{ link, order, exceptionId: exception.id }], receipts, now);
  }

  /** Entries that reverse what staff had credited of unknown orders, which have no record but their own entry. */
  private async takeBackDeposits(
    tx: Tx,
    settled: readonly Pick<SettledReturn, 'outcome' | 'exception'>[],
    now: Date,
  ): Promise<JournalEntry[]> {
    const entries: JournalEntry[] = [];
    for (const { outcome, exception } of settled) {
      if (outcome !== 'credit_returned' || !exception || exception.payment) continue;
      const credit = await this.ledger.findEntry(tx, exceptionClearedKey(exception.id));
      if (!credit) throw new Error(`the payment exception ${exception.id} was credited without an entry`);
      entries.push(depositReturnEntry(exception.id, credit, now));
    }
    return entries;
  }
}

/** Notices to merchants: money that does not fit has arrived, or the rail took such money back. */
function noticesOf(settled: readonly SettledPayment[], recorded: readonly RecordedException[]): ExceptionNotice[] {
  return settled.flatMap(({ pending: { fact, link, order }, outcome, exception }): ExceptionNotice[] => {
    const about = { accountId: link.accountId, link, expected: promisedAmount(order) };
    if (exception && (outcome === EXCEPTION_RETURNED || outcome === 'credit_returned')) {
      return [{ occasion: 'returned', exceptionId: exception.id, received: exception.amount, ...about }];
    }
    const arrived = recorded.find(
      ({ notificationId, provider }) => notificationId === fact.id && provider === fact.provider,
    );
    if (!arrived) return [];
    const reason = outcome.slice('exception:'.length) as ExceptionReason;
    return [{ occasion: 'arrived', exceptionId: arrived.id, received: arrived.amount, reason, ...about }];
  });
}

function collected({ pending: { fact, requestId }, link, order }: SettledPayment, now: Date): Collected {
  return {
    link: { ...link, updatedAt: now },
    order: { ...order, payer: completedPayer(order.payer, fact.payer) },
    paymentReference: fact.paymentReference,
    requestId,
  };
}

/** In the order of the decisions, so that a debit is credited before it is taken back. */
function entriesOf(
  settled: readonly SettledPayment[],
  recorded: readonly RecordedException[],
  at: Date,
): JournalEntry[] {
  const cleared = (item: SettledPayment, kind: 'payment_exception_refund' | 'payment_exception_match') =>
    item.exception ? clearedEntries(kind, item.exception, aboutLink(item.pending.link), at) : [];
  const decided = settled.flatMap((item) => {
    const { link, order } = item.pending;
    switch (item.outcome) {
      case 'credited':
        return [...cleared(item, 'payment_exception_match'), collectionEntry(link, order, at)];
      case EXCEPTION_RETURNED:
        return cleared(item, 'payment_exception_refund');
      default:
        return [];
    }
  });
  const aboutOf = ({ provider, notificationId }: RecordedException): Reference | null => {
    const item = settled.find(({ pending: { fact } }) => fact.id === notificationId && fact.provider === provider);
    return item ? aboutLink(item.pending.link) : null;
  };
  const fresh = recorded.filter(({ isNew }) => isNew);
  return [...decided, ...fresh.flatMap((exception) => recordedEntries(exception, aboutOf(exception), at))];
}

type ExceptionMoney = Pick<PaymentException, 'id' | 'amount'>;

/** Nothing is booked of an amount that is only known as text. */
function recordedEntries({ id, amount }: ExceptionMoney, about: Reference | null, at: Date): JournalEntry[] {
  return amount instanceof Money ? [exceptionEntry(id, amount, about, at)] : [];
}

/** Nothing was booked of an amount that is only known as text, so there is nothing to clear. */
export function clearedEntries(
  kind: 'payment_exception_refund' | 'payment_exception_match',
  { id, amount }: ExceptionMoney,
  about: Reference | null,
  at: Date,
): JournalEntry[] {
  return amount instanceof Money ? [exceptionClearedEntry(kind, id, amount, about, at)] : [];
}

function aboutLink({ kind, id }: PaymentLink): Reference {
  return { type: kind, id };
}
