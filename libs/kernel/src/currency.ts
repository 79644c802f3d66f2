/**
 * The only table of minor-unit digits (ISO 4217, list one). `Intl` is unsuitable: its digits follow CLDR display
 * conventions and change with the runtime (CLDR shows COP without decimals, ISO 4217 gives it two).
 */
const DIGITS_BY_CURRENCY: ReadonlyMap<string, number> = new Map([
  ...codes(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...codes(
    2,
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
      'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ' +
      'ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV ' +
      'MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD ' +
      'SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD YER ZAR ZMW ZWG',
  ),
  ...codes(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...codes(4, 'CLF UYW'),
  // Stablecoins of internal wallets; not in ISO 4217.
  ...codes(6, 'USDC USDT'),
]);

/** A currency code from the table above: three upper-case letters, or a stablecoin of an internal wallet. */
export type Currency = string & { readonly __currency: unique symbol };

export const PAYER_CODES = ['ARS', 'BRL', 'COP', 'CLP', 'MXN', 'BOB', 'USD'] as const;

export type PayerCurrency = (typeof PAYER_CODES)[number];

/** Payer currencies in which a link can be created. Rule 3.25. */
export const PAYER_CURRENCIES = PAYER_CODES.map(toCurrency);

export const USD = toCurrency('USD');

/** Narrows text to a known currency. */
export function isCurrency(code: unknown): code is Currency {
  return typeof code === 'string' && DIGITS_BY_CURRENCY.has(code);
}

/** The currency with that code; throws `RangeError` when there is none. */
export function toCurrency(code: string): Currency {
  if (!isCurrency(code)) throw new RangeError(`unknown currency ${JSON.stringify(code.slice(0, 8))}`);
  return code;
}

/** Every currency of the table. */
export function currencies(): Currency[] {
  return [...DIGITS_BY_CURRENCY.keys()].map(toCurrency);
}

/** Minor-unit digits: 2 for ARS, 0 for CLP. */
export function digitsOf(currency: Currency): number {
  return DIGITS_BY_CURRENCY.get(currency) as number;
}

function codes(digits: number, list: string): [string, number][] {
  return list.split(' ').map((code) => [code, digits]);
}
