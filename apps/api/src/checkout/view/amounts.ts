import type { Money } from '@app/kernel';
import { html, type Html } from './html';
import type { Language } from '../texts/texts';

interface Separators {
  group: string;
  decimal: string;
}

const POINT: Separators = { group: ',', decimal: '.' };
const COMMA: Separators = { group: '.', decimal: ',' };

/** Spanish writes amounts with a comma, except for Mexico. */
function separatorsFor(language: Language, currency: string): Separators {
  if (language === 'en' || (language === 'es' && currency === 'MXN')) return POINT;
  return COMMA;
}

/** `15,000.00`, made from the decimal text digit by digit: no amount passes through a number. */
function digits(money: Money, language: Language): string {
  const { group, decimal } = separatorsFor(language, money.currency);
  const [whole = '', fraction] = money.toFixed().split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** `15,000.00 ARS`. The code, never a sign: seven currencies of the region share the dollar's. */
export function amountText(money: Money, language: Language): string {
  return `${digits(money, language)}\u00A0${money.currency}`;
}

/** Longer figures are set smaller: an amount that breaks over two lines can be misread. */
const LONG = 13;

/** The same, for display in large type. */
export function amountHeading(money: Money, language: Language): Html {
  const figure = digits(money, language);
  return html`<span class="figure${figure.length > LONG && ' long'}">${figure}</span> <span class="code">${money.currency}</span>`;
}
