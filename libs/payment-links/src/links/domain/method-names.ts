import type { CARD, MethodCode } from './payment-method';
import type { PayerLanguage } from './payer-language';

/** Names of the methods that are words; the others are brands, the same in every language. */
const NAMES: Readonly<Record<MethodCode | typeof CARD, string | Readonly<Record<PayerLanguage, string>>>> = {
  ars_transfer: { en: 'bank transfer', es: 'transferencia bancaria', pt: 'transferência bancária' },
  ars_qr: { en: 'interoperable QR', es: 'QR interoperable', pt: 'QR interoperável' },
  brl_pix: 'Pix',
  cop_pse: 'PSE',
  clp_webpay: 'Webpay',
  clp_khipu: 'Khipu',
  mxn_spei: { en: 'SPEI transfer', es: 'transferencia SPEI', pt: 'transferência SPEI' },
  bob_qr: 'QR Simple',
  usd_bank_debit: {
    en: 'US bank debit (ACH)',
    es: 'débito bancario de EE. UU. (ACH)',
    pt: 'débito bancário dos EUA (ACH)',
  },
  card: { en: 'card', es: 'tarjeta', pt: 'cartão' },
};

/** The name of a payment method within a sentence; the code itself for a method that is no longer offered. */
export function methodName(code: string, language: PayerLanguage): string {
  if (!Object.hasOwn(NAMES, code)) return code;
  const name = NAMES[code as MethodCode];
  return typeof name === 'string' ? name : name[language];
}

/** The name where it stands alone. */
export function methodTitle(code: string, language: PayerLanguage): string {
  const name = methodName(code, language);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
