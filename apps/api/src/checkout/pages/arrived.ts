import { Money, type Currency } from '@app/kernel';
import type { ArrivedPayment, CheckoutView } from '@app/payment-links';
import type { Texts } from '../texts/texts';
import { amountText } from '../view/amounts';
import { html, type Html } from '../view/html';
import { sanitized } from '../view/untrusted-text';

/** The money that arrived for the link in addition to its payment, with the state of each part; false if there is none. */
export function arrivedList(texts: Texts, { arrived, link }: CheckoutView): Html | false {
  const { label, states } = texts.arrived;
  return (
    arrived.length > 0 &&
    html`<dl class="facts arrived">
${arrived.map(
  ({
    amount,
    status,
  }) => html`<div><dt>${label}</dt><dd>${written(texts, amount, link.currency)} · ${states[status]}</dd></div>
`,
)}</dl>`
  );
}

/** Compares the money that waits for a decision with the amount due; undefined when none waits. */
export function waitingSentence(texts: Texts, view: CheckoutView): string | undefined {
  const due = dueOf(view);
  const waiting = view.arrived.filter(({ status }) => status === 'open');
  if (waiting.length === 0) return undefined;
  const received = totalsOf(texts, waiting, view.link.currency);
  const total = sumOf(waiting, due.currency);
  if (view.link.status === 'completed') return texts.arrived.more(received);
  if (total?.equals(due)) return texts.arrived.sentence(received);
  const asked = written(texts, due, view.link.currency);
  const isLess = total !== undefined && due.minus(total).isPositive();
  return texts.arrived.sentence(received, isLess ? { of: asked } : { due: asked });
}

/** The amount that the payer was asked for, or the declared amount if no method was chosen. */
export function dueOf({ link, order }: CheckoutView): Money {
  return order?.terms.payerAmount ?? link.amount;
}

/** Undefined when some of it is of another currency. */
function sumOf(arrived: readonly ArrivedPayment[], currency: Currency): Money | undefined {
  let total = Money.zero(currency);
  for (const { amount } of arrived) {
    if (!(amount instanceof Money) || amount.currency !== currency) return undefined;
    total = total.plus(amount);
  }
  return total;
}

function totalsOf(texts: Texts, arrived: readonly ArrivedPayment[], convention: Currency): string {
  const [first] = arrived;
  const currency = first?.amount instanceof Money ? first.amount.currency : undefined;
  const total = currency && sumOf(arrived, currency);
  return total
    ? written(texts, total, convention)
    : arrived.map(({ amount }) => written(texts, amount, convention)).join(' + ');
}

function written({ language }: Texts, amount: ArrivedPayment['amount'], convention: Currency): string {
  if (amount instanceof Money) return amountText(amount, language, convention);
  return sanitized(`${amount.amount} ${amount.currency}`);
}
