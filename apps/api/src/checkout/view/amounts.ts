import type { Currency, Money } from '@app/kernel';
import { figureText } from '@app/payment-links';
import type { Language } from '../texts/texts';
import { html, type Html } from './html';

export { amountText } from '@app/payment-links';

/** Longer figures get smaller type, because an amount broken over two lines can be misread. */
const MAX_LARGE_LENGTH = 13;

/** The amount in large type. */
export function amountHeading(money: Money, language: Language, convention?: Currency): Html {
  const figure = figureText(money, language, convention);
  return html`<span class="figure${figure.length > MAX_LARGE_LENGTH && ' long'}">${figure}</span> <span class="code">${money.currency}</span>`;
}
