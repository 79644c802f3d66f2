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

/** The same, for display in large type. */
export function amountHeading(money: Money, language: Language): Html {
  return html`<span class="figure">${digits(money, language)}</span> <span class="code">${money.currency}</span>`;
}
