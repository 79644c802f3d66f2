import { Money, toCurrency, type Currency } from '@app/kernel';

export type MethodType = 'bank_transfer' | 'qr' | 'bank_redirect' | 'bank_debit';

/** The country whose bank accounts or wallets pay by the method. */
export type MethodCountry = 'AR' | 'BO' | 'BR' | 'CL' | 'CO' | 'MX' | 'US';

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
}

/** What a card link is paid with. Not a method that a checkout offers: the lane is chosen with the link. */
export const CARD = 'card';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Every method that the service knows, in the order in which a payer is offered them. */
export const PAYMENT_METHODS = [
  method('ars_transfer', 'Transferencia bancaria', 'AR', 'bank_transfer', '1.00', '50000000.00', DAY),
  method('ars_qr', 'QR interoperable', 'AR', 'qr', '1.00', '10000000.00', 30 * MINUTE),
  method('brl_pix', 'Pix', 'BR', 'qr', '0.01', '1000000.00', 30 * MINUTE),
  method('cop_pse', 'PSE', 'CO', 'bank_redirect', '1600.00', '500000000.00', 20 * MINUTE),
  method('clp_webpay', 'Webpay', 'CL', 'bank_redirect', '50', '50000000', 20 * MINUTE),
  method('clp_khipu', 'Khipu', 'CL', 'bank_redirect', '50', '5000000', HOUR),
  method('mxn_spei', 'SPEI', 'MX', 'bank_transfer', '1.00', '10000000.00', DAY),
  method('bob_qr', 'QR Simple', 'BO', 'qr', '1.00', '1000000.00', DAY),
  method('usd_bank_debit', 'US bank debit (ACH)', 'US', 'bank_debit', '1.00', '500000.00', null),
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
): Method<Code> {
  const currency = toCurrency(code.slice(0, 3).toUpperCase());
  const minAmount = Money.of(min, currency);
  return { code, name, currency, country, type, minAmount, maxAmount: Money.of(max, currency), expiresInSeconds };
}
