import {
  findMethod,
  isBankDebit,
  methodTitle,
  needsVerification,
  stateOf,
  wayBack,
  type CheckoutView,
  type Instruction,
  type ShownDebitAccount,
} from '@app/payment-links';
import type { Notice, OfferedEvent, Texts } from '../texts/texts';
import { html, type Fragment, type Html } from '../view/html';
import { icon, type IconName } from '../view/icons';
import { timeElement } from '../view/times';
import { arrivedList, dueOf, waitingSentence } from './arrived';
import { instructionRow } from './instruction-rows';
import { layout, urlsOf, type PageContext } from './layout';
import { simulation } from './simulation';
import { untrustedText } from '../view/untrusted-text';
import { previewOf, summary } from './summary';

/** The status of a payment that the payer can no longer act on. */
export type Outcome =
  | 'paid'
  | 'expired'
  | 'cancelled'
  | 'processing'
  | 'inTransit'
  | 'returned'
  /** The states of money that did not fit: it waits for a decision; it was credited after all; it was sent back. */
  | 'received'
  | 'creditedLater'
  | 'sentBack';

const LOOKS: Readonly<Record<Outcome, { icon: IconName; tone: 'good' | 'calm' | 'bad' }>> = {
  paid: { icon: 'check', tone: 'good' },
  expired: { icon: 'clock', tone: 'bad' },
  cancelled: { icon: 'cross', tone: 'bad' },
  processing: { icon: 'clock', tone: 'calm' },
  inTransit: { icon: 'clock', tone: 'calm' },
  returned: { icon: 'back', tone: 'bad' },
  received: { icon: 'clock', tone: 'calm' },
  creditedLater: { icon: 'check', tone: 'good' },
  sentBack: { icon: 'back', tone: 'bad' },
};

/** Polling interval of pages whose status can still change: a late payment is credited, a debit settles. */
const POLL_SECONDS: Readonly<Partial<Record<Outcome, number>>> = {
  expired: 30,
  cancelled: 60,
  processing: 60,
  inTransit: 60,
  received: 30,
};

/** What the bank can still do with the debit. */
const BANK_EVENTS: Readonly<Partial<Record<Outcome, readonly OfferedEvent[]>>> = {
  processing: ['debit_submit', 'debit_settle', 'debit_refuse'],
  inTransit: ['debit_settle', 'debit_refuse'],
  paid: ['debit_return'],
};

/**
 * Shows the payment's status. There is nothing left for the payer to do, except for a debit whose account they have to
 * verify first.
 */
export function outcomePage(context: PageContext, view: CheckoutView, outcome: Outcome): string {
  const { texts } = context;
  const steps = stepsOf(view, outcome);
  const notice: Notice = steps ? texts.verification : texts[outcome];
  const { icon: name, tone } = LOOKS[outcome];
  const urls = urlsOf(context, view.link.id);
  const waiting = waitingSentence(texts, view);
  const everySeconds = POLL_SECONDS[outcome];
  return layout(context, {
    title: `${notice.heading} · ${view.merchant}`,
    description: previewOf(texts, view, dueOf(view)),
    content: html`${charge(texts, view, outcome)}
<section class="action outcome">
<span class="badge ${tone}">${icon(name)}</span>
<h1>${notice.heading}</h1>
${waiting && html`<p class="arrived-sentence">${waiting}</p>`}
<p>${notice.text}</p>
${steps && verification(texts, steps)}
${arrivedList(texts, view)}
${outcome === 'paid' ? receipt(context, view) : reference(context, view)}
${shopLink(context, view)}
${simulation(context, view, urls.simulate, 'asBank', bankEvents(view, outcome))}
</section>`,
    watch: everySeconds
      ? { state: stateOf(view), statusUrl: urls.status, pageUrl: urls.page, everySeconds }
      : undefined,
  });
}

/** What the payer still has to do before the bank takes the debit. */
function stepsOf({ order }: CheckoutView, outcome: Outcome): readonly Instruction[] | undefined {
  return order && outcome === 'processing' && needsVerification(order.instructions) ? order.instructions : undefined;
}

function verification(texts: Texts, steps: readonly Instruction[]): Html {
  const { open } = texts.verification;
  return html`<dl class="instructions">
${steps.map((step, at) => instructionRow(texts, step, { id: `value-${at}`, open }))}
</dl>`;
}

function charge(texts: Texts, view: CheckoutView, outcome: Outcome): Html {
  const { order, arrived } = view;
  const amount = dueOf(view);
  const fee = order?.terms.payerFee;
  const unpaid = arrived.length > 0 ? texts.arrived.due : fee?.isPositive() ? texts.total : texts.amount;
  return summary(texts, {
    view,
    label: outcome === 'paid' ? texts.paidAmount : unpaid,
    amount,
    fee,
  });
}

/** A plain link: the payer first sees the outcome of the payment. */
function shopLink({ texts }: PageContext, { link, merchant }: CheckoutView): Html | false {
  const address = wayBack(link);
  return (
    address !== null &&
    html`<p><a class="primary shop" href="${address}" rel="noopener noreferrer">${untrustedText(texts.backToShop(merchant))}</a></p>`
  );
}

function bankEvents({ order }: CheckoutView, outcome: Outcome): readonly OfferedEvent[] {
  return order && isBankDebit(order.method) ? (BANK_EVENTS[outcome] ?? []) : [];
}

function receipt({ texts }: PageContext, view: CheckoutView): Html {
  const { link, order } = view;
  const method = order && findMethod(order.method);
  return html`<dl class="facts">
${order && fact(texts.paid.method, methodTitle(order.method, texts.language))}
${order?.debit && debitedAccount(texts, order.debit)}
${fact(texts.paid.date, timeElement(link.updatedAt, method?.country, texts))}
${fact(texts.reference, html`<code>${link.id}</code>`)}
</dl>
<p class="hint">${order?.payer.email ? texts.paid.receipt : texts.paid.noReceipt}</p>
<p data-scripted hidden><button class="copy print" type="button" data-print>${texts.saveReceipt}</button></p>`;
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
