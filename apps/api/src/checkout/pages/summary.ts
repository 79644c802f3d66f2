import type { Money } from '@app/kernel';
import type { CheckoutView } from '@app/payment-links';
import type { Texts } from '../texts/texts';
import { amountHeading, amountText } from '../view/amounts';
import { html, type Html } from '../view/html';
import { initialOf, untrustedText } from '../view/untrusted-text';

/** The figures at the top of a page. */
export interface Summary {
  view: CheckoutView;
  label: string;
  amount: Money;
  /** The part of the amount that is the payment fee. */
  fee?: Money | undefined;
  note?: string | undefined;
}

/** The merchant, the amount and the description, at the top of every page of a link. */
export function summary(texts: Texts, { view, label, amount, fee, note }: Summary): Html {
  const { merchant, link } = view;
  return html`<section class="summary" aria-labelledby="payee">
<div class="payee">
<span class="monogram" aria-hidden="true">${initialOf(merchant)}</span>
<p id="payee"><span class="label">${texts.payTo}</span> <strong>${untrustedText(merchant)}</strong></p>
</div>
<p class="amount"><span class="label">${label}</span> ${amountHeading(amount, texts.language, link.currency)}</p>
${fee && !fee.isZero() && sum(texts, amount, fee)}
${note && html`<p class="note">${note}</p>`}
<p class="description">${untrustedText(link.description)}</p>
</section>`;
}

/** A note with the declared amount, if the payer pays in another currency. */
export function equivalent(texts: Texts, declared: Money, toPay: Money): string | undefined {
  if (declared.currency === toPay.currency) return undefined;
  return texts.equivalentTo(amountText(declared, texts.language, toPay.currency));
}

/** The text that previews of a link's page in messages show. */
export function previewOf(texts: Texts, { merchant, link }: CheckoutView, amount: Money): string {
  return texts.preview(merchant, amountText(amount, texts.language, link.currency), link.description);
}

function sum(texts: Texts, total: Money, fee: Money): Html {
  const line = (term: string, money: Money, sign?: string) =>
    html`<div><dt>${term}</dt><dd>${sign} ${amountText(money, texts.language)}</dd></div>
`;
  return html`<dl class="sum">
${line(texts.amount, total.minus(fee))}${line(texts.fee, fee, '+')}${line(texts.total, total, '=')}</dl>`;
}
