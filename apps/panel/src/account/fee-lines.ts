import type { TFunction } from 'i18next';
import type { Schemas } from '../api/client';
import { compareDecimals, formatAmount, formatDecimal } from '../money/amounts';

type Fees = Schemas['FeeConfiguration'];

/** A fee in words. */
export interface FeeLine {
  /** A key below `fees.of`, or the code of a payment method. */
  of: string;
  isMethod?: true;
  words: string;
}

interface Parts {
  percentage: string;
  fixed?: { value: string; currency: string | null };
  minimum?: string | null;
  maximum?: string | null;
  /** The currency of the bounds; null where it depends on the credited wallet. */
  currency?: string | null;
}

const isZero = (value: string) => compareDecimals(value, '0') === 0;

/** "2.9 % plus 0.30 USD, at least 100.00 ARS". `t` is that of `account`. */
export function feeInWords(parts: Parts, t: TFunction, locale: string): string {
  const { percentage, fixed, minimum, maximum, currency = null } = parts;
  const amount = (value: string, of: string | null) =>
    of === null ? formatDecimal(value, locale) : formatAmount(value, of, locale);
  const rate = isZero(percentage) ? [] : [t('fees.percentage', { percentage: formatDecimal(percentage, locale) })];
  const flat = fixed && !isZero(fixed.value) ? [amount(fixed.value, fixed.currency)] : [];
  const charged = [...rate, ...flat].join(t('fees.plus'));
  if (charged === '' && !minimum) return t('fees.none');
  const bounds = [
    ...(minimum ? [t('fees.atLeast', { amount: amount(minimum, currency) })] : []),
    ...(maximum ? [t('fees.atMost', { amount: amount(maximum, currency) })] : []),
  ];
  return [charged, ...bounds].filter((part) => part !== '').join(', ');
}

function collection(setting: Schemas['CollectionFeeSetting'], currency: string | null): Parts {
  const { percentage, fixed_usd, minimum, maximum } = setting;
  return { percentage, fixed: { value: fixed_usd, currency: 'USD' }, minimum, maximum, currency };
}

/** The fees of collections: the general one, and those of methods, cards, US dollars and conversions. */
export function collectionLines(fees: Fees, t: TFunction, locale: string): FeeLine[] {
  const local = fees.payout.currency;
  const words = (parts: Parts) => feeInWords(parts, t, locale);
  return [
    { of: 'collection', words: words(collection(fees.collection, local)) },
    ...Object.entries(fees.methods).map(([method, setting]): FeeLine => ({
      of: method,
      isMethod: true,
      words: words(collection(setting, method.startsWith('usd_') ? 'USD' : local)),
    })),
    {
      of: 'usdCollection',
      // The bounds of the general fee are in another currency, so they do not apply to US dollars.
      words: words(collection(fees.usd_collection ?? { ...fees.collection, minimum: null, maximum: null }, 'USD')),
    },
    ...(fees.cards ? [{ of: 'cards', words: words(collection(fees.cards, null)) }] : []),
    { of: 'conversion', words: words(fees.conversion) },
  ];
}

/** The fees and the tax of payouts. */

export function payoutLines(fees: Fees, t: TFunction, locale: string): FeeLine[] {
  const { percentage, fixed, minimum, maximum, currency } = fees.payout;
  const words = (parts: Parts) => feeInWords(parts, t, locale);
  return [
    { of: 'payout', words: words({ percentage, fixed: { value: fixed, currency }, minimum, maximum, currency }) },
    { of: 'instant', words: words(fees.instant_payout) },
    { of: 'tax', words: words(fees.outflow_tax) },
    { of: 'conversion', words: words(fees.conversion) },
  ];
}
