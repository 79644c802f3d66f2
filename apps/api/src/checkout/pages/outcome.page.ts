import { findMethod, isBankDebit, type CheckoutView, type ShownDebitAccount } from '@app/payment-links';
import type { Notice, OfferedEvent, Texts } from '../texts/texts';
import { html, type Fragment, type Html } from '../view/html';
import { icon, type IconName } from '../view/icons';
import { methodName } from '../view/methods';
import { timeElement } from '../view/times';
import { layout, urlsOf, type PageContext } from './layout';
import { simulation } from './simulation';
import { summary } from './summary';

/** The status of a payment that the payer can no longer act on. */
export type Outcome = 'paid' | 'expired' | 'cancelled' | 'processing' | 'inTransit' | 'returned';

const LOOKS: Readonly<Record<Outcome, { icon: IconName; tone: 'good' | 'calm' | 'bad' }>> = {
  paid: { icon: 'check', tone: 'good' },
  expired: { icon: 'clock', tone: 'bad' },
  cancelled: { icon: 'cross', tone: 'bad' },
  processing: { icon: 'clock', tone: 'calm' },
  inTransit: { icon: 'clock', tone: 'calm' },
  returned: { icon: 'back', tone: 'bad' },
};

/** Polling interval of pages whose status can still change: a late payment is credited, a debit settles. */
const POLL_SECONDS: Readonly<Partial<Record<Outcome, number>>> = { expired: 30, processing: 60, inTransit: 60 };

/** What the bank can still do with the debit. */
const BANK_EVENTS: Readonly<Partial<Record<Outcome, readonly OfferedEvent[]>>> = {
  processing: ['debit_submit', 'debit_settle', 'debit_refuse'],
  inTransit: ['debit_settle', 'debit_refuse'],
  paid: ['debit_return'],
};

/** Shows the payment's status; there is nothing left for the payer to do. */
export function outcomePage(context: PageContext, view: CheckoutView, outcome: Outcome): string {
  const { texts } = context;
  const notice: Notice = texts[outcome];
  const { icon: name, tone } = LOOKS[outcome];
  const urls = urlsOf(context, view.link.id);
  const everySeconds = POLL_SECONDS[outcome];
  return layout(context, {
    title: `${notice.heading} · ${view.merchant}`,
    content: html`${charge(texts, view, outcome)}
<section class="action outcome">
<span class="badge ${tone}">${icon(name)}</span>
<h1>${notice.heading}</h1>
<p>${notice.text}</p>
${outcome === 'paid' ? receipt(context, view) : reference(context, view)}
${simulation(context, urls.simulate, 'asBank', bankEvents(view, outcome))}
</section>`,
    watch: everySeconds
      ? { status: view.link.status, statusUrl: urls.status, pageUrl: urls.page, everySeconds }
      : undefined,
  });
}

/** The amount that the payer was asked for, or the declared amount if no method was chosen. */
function charge(texts: Texts, view: CheckoutView, outcome: Outcome): Html {
  const { link, order } = view;
  const amount = order?.terms.payerAmount ?? link.amount;
  const fee = order?.terms.payerFee;
  const unpaid = fee?.isPositive() ? texts.total : texts.amount;
  return summary(texts, {
    view,
    label: outcome === 'paid' ? texts.paidAmount : unpaid,
    amount,
    fee,
  });
}

function bankEvents({ order }: CheckoutView, outcome: Outcome): readonly OfferedEvent[] {
  return order && isBankDebit(order.method) ? (BANK_EVENTS[outcome] ?? []) : [];
}

function receipt({ texts }: PageContext, view: CheckoutView): Html {
  const { link, order } = view;
  const method = order && findMethod(order.method);
  return html`<dl class="facts">
${order && fact(texts.paid.method, methodName(order.method, texts.card))}
${order?.debit && debitedAccount(texts, order.debit)}
${fact(texts.paid.date, timeElement(link.updatedAt, method?.country, texts))}
${fact(texts.reference, html`<code>${link.id}</code>`)}
</dl>
<p class="hint">${order?.payer.email ? texts.paid.receipt : texts.paid.noReceipt}</p>`;
}

function reference({ texts }: PageContext, { link, order }: CheckoutView): Html {
  return html`<dl class="facts">
${order?.debit && debitedAccount(texts, order.debit)}
${fact(texts.reference, html`<code>${link.id}</code>`)}
</dl>`;
}

/** Does not show the holder, because anyone who has the address sees the page. */
function debitedAccount({ debit }: Texts, { type, lastDigits }: ShownDebitAccount): Html {
  return fact(
    debit.debited,
    html`${debit.types[type]} <span aria-hidden="true">•••• ${lastDigits}</span><span class="unseen">${debit.endingIn(lastDigits)}</span>`,
  );
}

function fact(term: string, value: Fragment): Html {
  return html`<div><dt>${term}</dt><dd>${value}</dd></div>`;
}
