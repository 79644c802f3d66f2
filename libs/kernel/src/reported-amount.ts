import { isCurrency } from './currency';
import { parseDecimal } from './decimal';
import { Money } from './money';
import { isStorable } from './text';

/** An amount in a currency or precision that the service does not support, as the text that was sent. */
export interface UnsupportedAmount {
  readonly amount: string;
  readonly currency: string;
}

/** A longer text is not an amount. */
const MAX_LENGTH = 64;

/** Accepts more digits than a `Decimal` does, because such money has moved too. */
const POSITIVE_DECIMAL = /^(?=.*[1-9])\d+(\.\d+)?$/;

/**
 * An amount that an outside system reports to have moved; undefined when that is not a positive decimal text and a
 * currency. Money in an unknown currency, or finer than its currency, has moved anyway, so it is returned as text.
 */
export function readReportedAmount(amount: unknown, currency: unknown): Money | UnsupportedAmount | undefined {
  if (!isShort(amount) || !isShort(currency)) return undefined;
  if (!POSITIVE_DECIMAL.test(amount)) return undefined;
  const value = parseDecimal(amount);
  const isSupported = value && isCurrency(currency) && Money.rounded(value, currency, 'down').amount.eq(value);
  return isSupported ? Money.of(value, currency) : { amount, currency };
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_LENGTH && isStorable(value);
}
