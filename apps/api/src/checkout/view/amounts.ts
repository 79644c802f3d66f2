import type { Money } from '@app/kernel';
import { html, type Html } from './html';
import type { Language } from '../texts/texts';

interface Separators {
  group: string;
  decimal: string;
}

const POINT: Separators = { group: ',', decimal: '.' };
const COMMA: Separators = { group: '.', decimal: ',' };

/** Spanish uses a decimal comma, except in Mexico. */
function separatorsFor(language: Language, currency: string): Separators {
  if (language === 'en' || (language === 'es' && currency === 'MXN')) return POINT;
  return COMMA;
}

/** `15,000.00`, grouped as text: no amount passes through a `number`. */
function digits(money: Money, language: Language): string {
  const { group, decimal } = separatorsFor(language, money.currency);
  const [whole = '', fraction] = money.toFixed().split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** `15,000.00 ARS`. Uses the code, never a symbol, because several currencies of the region share `$`. */
export function amountText(money: Money, language: Language): string {
  return `${digits(money, language)}\u00A0${money.currency}`;
}

/** Longer figures get smaller type, because an amount broken over two lines can be misread. */
const MAX_LARGE_LENGTH = 13;

/** The amount in large type. */
export function amountHeading(money: Money, language: Language): Html {
  const figure = digits(money, language);
  return html`<span class="figure${figure.length > MAX_LARGE_LENGTH && ' long'}">${figure}</span> <span class="code">${money.currency}</span>`;
}
