import { digitsOf, isCurrency, readReportedAmount, Money, type UnsupportedAmount } from '@app/kernel';
import { isId, isObject, type Json } from '../json';
import { ourSentId } from '../sent-ids';

/** The name under which records store the provider, and its name in the configuration. */
export const STRIPE = 'stripe';

/** The metadata that says whose an object is. */
const METADATA_KEY = 'servicepay_id';
/** Where Stripe's minor units are not those of ISO 4217. */
const DIGITS: Readonly<Record<string, number>> = { ISK: 2, MGA: 0, UGX: 2 };

/** The metadata of an object that we make. */
export function metadataOf(sentId: string): { servicepay_id: string } {
  return { [METADATA_KEY]: sentId };
}

/** The id of ours in the metadata of an object; undefined when the object is not ours. */
export function sentIdIn(metadata: unknown): string | undefined {
  return isObject(metadata) ? ourSentId(metadata[METADATA_KEY]) : undefined;
}

/** The id of a related object, which Stripe writes as its id, or whole when it is expanded. */
export function relatedId(value: unknown): string | undefined {
  const id = isObject(value) ? value['id'] : value;
  return isId(id) ? id : undefined;
}

/** An object of Stripe's types, to be read as strictly as one in a message. */
export function toJson(object: object): Json {
  return object as Json;
}

/** A positive amount in minor units; undefined for anything else. */
export function moneyOf(minorUnits: unknown, currency: unknown): Money | UnsupportedAmount | undefined {
  if (typeof minorUnits !== 'number' || !Number.isSafeInteger(minorUnits) || minorUnits <= 0) return undefined;
  if (typeof currency !== 'string') return undefined;
  const code = currency.toUpperCase();
  return readReportedAmount(decimalText(String(minorUnits), digitsAtStripe(code)), code);
}

/** An amount in minor units that may be negative or zero, as balances have them. Throws for anything else. */
export function signedMoneyOf(minorUnits: unknown, currency: unknown): Money {
  const code = typeof currency === 'string' ? currency.toUpperCase() : '';
  if (typeof minorUnits !== 'number' || !Number.isSafeInteger(minorUnits) || !isCurrency(code)) {
    throw new Error('Stripe sent an amount that cannot be read');
  }
  return Money.of(decimalText(String(minorUnits), digitsAtStripe(code)), code);
}

/** What Stripe takes in minor units of most currencies. */
const MOST_MINOR_UNITS = '99999999';

/** The largest amount of a payment in a currency in which that is the limit. */
export function largestOf(currency: string): Money {
  return Money.of(decimalText(MOST_MINOR_UNITS, digitsAtStripe(currency)), currency);
}

/** The amount as Stripe takes it: at most 14 digits, which a JSON number holds exactly. */
export function minorUnitsOf(amount: Money): number {
  const digits = digitsAtStripe(amount.currency);
  const [whole = '', decimals = ''] = amount.toFixed().split('.');
  if (/[1-9]/.test(decimals.slice(digits))) throw new Error(`Stripe takes ${amount.currency} in whole units only`);
  return Number(whole + decimals.slice(0, digits).padEnd(digits, '0'));
}

/** Writes minor units as a decimal; their sign stays. */
function decimalText(minorUnits: string, digits: number): string {
  const [, sign = '', units = ''] = /^(-?)(\d+)$/.exec(minorUnits) ?? [];
  if (digits === 0) return sign + units;
  const padded = units.padStart(digits + 1, '0');
  return `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** The digits after the point of an amount in that currency; two for a currency that the service does not know. */
function digitsAtStripe(code: string): number {
  return (Object.hasOwn(DIGITS, code) ? DIGITS[code] : undefined) ?? (isCurrency(code) ? digitsOf(code) : 2);
}
