import type { Money } from '@app/kernel';
import type { CheckoutView } from '@app/payment-links';
import type { Texts } from '../texts/texts';
import { amountHeading, amountText } from '../view/amounts';
import { html, type Html } from '../view/html';
import { initialOf, strangerText } from '../view/stranger-text';

export interface Summary {
  view: CheckoutView;
  label: string;
  amount: Money;
  note?: string | undefined;
}

/** Who is paid, how much and for what: at the top of every payment's page. */
export function summary(texts: Texts, { view, label, amount, note }: Summary): Html {
  const { merchant, link } = view;
  return html`<section class="summary" aria-labelledby="payee">
<div class="payee">
<span class="monogram" aria-hidden="true">${initialOf(merchant)}</span>
<p id="payee"><span class="label">${texts.payTo}</span> <strong>${strangerText(merchant)}</strong></p>
</div>
<p class="amount"><span class="label">${label}</span> ${amountHeading(amount, texts.language)}</p>
${note && html`<p class="note">${note}</p>`}
<p class="description">${strangerText(link.description)}</p>
</section>`;
}

/** How the amount to pay follows from the amount that the merchant declared, where the two differ. */
export function amountNote(texts: Texts, declared: Money, toPay: Money): string | undefined {
  if (declared.equals(toPay)) return undefined;
  const amount = amountText(declared, texts.language);
  return declared.currency === toPay.currency ? texts.plusFee(amount) : texts.equivalentTo(amount);
}
