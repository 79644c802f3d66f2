import { Money, toCurrency, type Currency } from '@app/kernel';
import type { PayerLanguage } from './payer-language';

export type MethodType = 'bank_transfer' | 'qr' | 'bank_redirect' | 'bank_debit';

/** The country whose bank accounts or wallets pay by the method. */
export type MethodCountry = 'AR' | 'BO' | 'BR' | 'CL' | 'CO' | 'MX' | 'US';

export type MethodNames = string | Readonly<Record<PayerLanguage, string>>;

/** A way to pay. Limits are in the method's currency; a method without a deadline never gives a link an expiry. */
interface Method<Code extends string> {
  code: Code;
  name: string;
  currency: Currency;
  country: MethodCountry;
  type: MethodType;
  minAmount: Money;
  maxAmount: Money;
  expiresInSeconds: number | null;
  /** Within a sentence; a brand has one name in every language. */
  names: MethodNames;
}

/** What a card link is paid with. Not a method that a checkout offers: the lane is chosen with the link. */
export const CARD = 'card';

const CARD_NAMES: MethodNames = { en: 'card', es: 'tarjeta', pt: 'cartão' };

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Every method that the service knows, in the order in which a payer is offered them. */
export const PAYMENT_METHODS = [
  method('ars_transfer', 'Transferencia bancaria', 'AR', 'bank_transfer', '1.00', '50000000.00', DAY, {
    en: 'bank transfer',
    es: 'transferencia bancaria',
    pt: 'transferência bancária',
  }),
  method('ars_qr', 'QR interoperable', 'AR', 'qr', '1.00', '10000000.00', 30 * MINUTE, {
    en: 'interoperable QR',
    es: 'QR interoperable',
    pt: 'QR interoperável',
  }),
  method('brl_pix', 'Pix', 'BR', 'qr', '0.01', '1000000.00', 30 * MINUTE, 'Pix'),
  method('cop_pse', 'PSE', 'CO', 'bank_redirect', '1600.00', '500000000.00', 20 * MINUTE, 'PSE'),
  method('clp_webpay', 'Webpay', 'CL', 'bank_redirect', '50', '50000000', 20 * MINUTE, 'Webpay'),
  method('clp_khipu', 'Khipu', 'CL', 'bank_redirect', '50', '5000000', HOUR, 'Khipu'),
  method('mxn_spei', 'SPEI', 'MX', 'bank_transfer', '1.00', '10000000.00', DAY, {
    en: 'SPEI transfer',
    es: 'transferencia SPEI',
    pt: 'transferência SPEI',
  }),
  method('bob_qr', 'QR Simple', 'BO', 'qr', '1.00', '1000000.00', DAY, 'QR Simple'),
  method('usd_bank_debit', 'US bank debit (ACH)', 'US', 'bank_debit', '1.00', '500000.00', null, {
    en: 'US bank debit (ACH)',
    es: 'débito bancario de EE. UU. (ACH)',
    pt: 'débito bancário dos EUA (ACH)',
  }),
] as const;

export type MethodCode = (typeof PAYMENT_METHODS)[number]['code'];

export type PaymentMethod = Method<MethodCode>;

export function findMethod(code: string): PaymentMethod | undefined {
  return PAYMENT_METHODS.find((candidate) => candidate.code === code);
}

/** A bank debit is confirmed by the payer and settles days later; every other method settles in one step. */
export function isBankDebit(code: string): boolean {
  return findMethod(code)?.type === 'bank_debit';
}

function method<const Code extends string>(
  code: Code,
  name: string,
  country: MethodCountry,
  type: MethodType,
  min: string,
  max: string,
  expiresInSeconds: number | null,
  names: MethodNames,
): Method<Code> {
  const currency = toCurrency(code.slice(0, 3).toUpperCase());
  const minAmount = Money.of(min, currency);
  return {
    code,
    name,
    currency,
    country,
    type,
    minAmount,
    maxAmount: Money.of(max, currency),
    expiresInSeconds,
    names,
  };
}

/** The name of a payment method within a sentence; the code itself for a method that is no longer offered. */
export function methodName(code: string, language: PayerLanguage): string {
  const names = code === CARD ? CARD_NAMES : findMethod(code)?.names;
  return typeof names === 'object' ? names[language] : (names ?? code);
}

/** The name where it stands alone. */
export function methodTitle(code: string, language: PayerLanguage): string {
  const name = methodName(code, language);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
