import type { Tx } from '@app/kernel';
import type { JournalEntry } from '@app/ledger';
import type { FactCase } from '@app/rails';
import type { WebhookEvent } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { returnEvent } from '../../links/application/link-events';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { PaymentFact } from '../domain/payment-fact';
import { afterReturn, type ReturnedPayment, type ReturnQuestion } from '../domain/payment-return';
import { returnEntry, shownReturn } from './collection-entry';
import { PaymentParts, ReceivedPaymentsRepository, type SettledPayment } from './ports';

/** What follows from returns beyond the payments themselves. */
export interface Returns {
  readonly events: WebhookEvent[];
  readonly entries: JournalEntry[];
  /** What a person has to decide, by the fact that reported it. */
  readonly cases: ReadonlyMap<PaymentFact, FactCase>;
}

/** Takes back payments that their banks return: links' own, and those that staff credited in addition to them. */
@Injectable()
export class PaymentReturns {
  constructor(
    private readonly payments: ReceivedPaymentsRepository,
    private readonly parts: PaymentParts,
  ) {}

  /** Writes the payments that these facts return. */
  async write(tx: Tx, settled: readonly SettledPayment[], now: Date): Promise<Returns> {
    const [own, extra] = [ownReturns(settled), extraReturns(settled)];
    if (own.size + extra.size === 0) return { events: [], entries: [], cases: new Map() };
    const ids = { orderIds: [...own.keys()], exceptionIds: [...extra.keys()] };
    const locked = await this.payments.lockReturnable(tx, ids);
    const parts = await this.parts.of(
      tx,
      locked.map(({ id }) => id),
    );
    const returned = locked.map((payment) => {
      const { refunded, open, disputed } = parts.get(payment.id) ?? { refunded: [], open: [], disputed: [] };
      const item = payment.exceptionId === null ? own.get(payment.orderId) : extra.get(payment.exceptionId);
      if (!item) throw new Error(`the payment ${payment.id} was locked without a return`);
      const taken = { gone: [...refunded, ...disputed], open };
      return { item, ...afterReturn(payment, taken, item.pending.fact.paid, now) };
    });
    await this.payments.saveReturns(
      tx,
      returned.map(({ payment }) => payment),
    );
    return {
      events: returned.flatMap(({ item, payment }) => eventsOf(item, payment, now)),
      entries: returned.flatMap(({ payment }) => returnEntry(payment, now) ?? []),
      cases: new Map(
        returned.flatMap(({ item, payment, question }): [PaymentFact, FactCase][] =>
          question ? [[item.pending.fact, caseAbout(payment, question)]] : [],
        ),
      ),
    };
  }
}

function ownReturns(settled: readonly SettledPayment[]): ReadonlyMap<string, SettledPayment> {
  return new Map(settled.filter(({ outcome }) => outcome === 'returned').map((item) => [item.order.id, item]));
}

function extraReturns(settled: readonly SettledPayment[]): ReadonlyMap<string, SettledPayment> {
  return new Map(
    settled.flatMap((item): [string, SettledPayment][] =>
      item.outcome === 'credit_returned' && item.exception?.payment ? [[item.exception.id, item]] : [],
    ),
  );
}

/** Only links' own payments have events. */
function eventsOf(item: SettledPayment, payment: ReturnedPayment, now: Date): WebhookEvent[] {
  if (payment.exceptionId !== null) return [];
  const link: PaymentLink = { ...item.link, updatedAt: now };
  const { amount } = payment.returned;
  const part = { type: 'debit', id: payment.id, amount, walletAmount: shownReturn(payment) } as const;
  return [
    {
      ...returnEvent({ payment: { ...payment, method: item.order.method }, link }, part, now),
      requestId: item.pending.requestId,
    },
  ];
}

function caseAbout({ id, accountId, linkId, returned }: ReturnedPayment, { kind, amount }: ReturnQuestion): FactCase {
  return {
    kind,
    subject: { type: 'received_payment', id },
    accountId,
    linkId,
    paymentId: id,
    expected: returned.amount,
    proposal: kind === 'short_return' ? 'ask_provider' : 'adjust_wallet',
    ...(amount && { amount }),
  };
}
