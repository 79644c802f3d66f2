import type { Currency, Money } from '@app/kernel';
import type { PayerLanguage } from './payer-language';

interface Separators {
  readonly group: string;
  readonly decimal: string;
}

const POINT: Separators = { group: ',', decimal: '.' };
const COMMA: Separators = { group: '.', decimal: ',' };

/** Mexico writes 15,000.00 in every language; elsewhere the language decides. */
function separatorsOf(language: PayerLanguage, convention: Currency): Separators {
  return language === 'en' || convention === 'MXN' ? POINT : COMMA;
}

/**
 * `15,000.00 ARS`. Uses the code, never a symbol, because several currencies of the region share `$`. A page or message
 * writes all of its amounts by one convention: that of the payer's currency, which is the amount's own by default.
 */
export function amountText(money: Money, language: PayerLanguage, convention: Currency = money.currency): string {
  return `${figureText(money, language, convention)}\u00A0${money.currency}`;
}

/** `15,000.00`, grouped as text: no amount passes through a `number`. */
export function figureText(money: Money, language: PayerLanguage, convention: Currency = money.currency): string {
  const [whole = '', fraction] = money.toFixed().split('.');
  const { group, decimal } = separatorsOf(language, convention);
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${decimal}${fraction}`;
}

/** `15000,00`, as a person types it into the app of a bank. */
export function typedFigure(money: Money, language: PayerLanguage): string {
  return money.toFixed().replace('.', separatorsOf(language, money.currency).decimal);
}
