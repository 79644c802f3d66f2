import type { operations } from '../api/panel-api';
import { useTextOf, type Texts } from '../i18n/texts-of';

type Method = NonNullable<NonNullable<operations['listReceivedPayments']['parameters']['query']>['method']>;

/** The names of all payment methods. */
const NAMES: Readonly<Record<Method, Texts>> = {
  ars_transfer: {
    en: 'Bank transfer (ARS)',
    es: 'Transferencia bancaria (ARS)',
    pt: 'Transferência bancária (ARS)',
  },
  ars_qr: 'QR (ARS)',
  brl_pix: 'Pix (BRL)',
  cop_pse: 'PSE (COP)',
  clp_webpay: 'Webpay (CLP)',
  clp_khipu: 'Khipu (CLP)',
  mxn_spei: 'SPEI (MXN)',
  bob_qr: 'QR (BOB)',
  usd_bank_debit: { en: 'Bank debit (USD)', es: 'Débito bancario (USD)', pt: 'Débito bancário (USD)' },
  card: { en: 'Card', es: 'Tarjeta', pt: 'Cartão' },
};

export const METHODS = Object.keys(NAMES) as readonly Method[];

/** Names a payment method; one that this version does not know gets its code as name. */
export function useMethodName(): (code: string) => string {
  const textOf = useTextOf();
  return (code) => (isMethod(code) ? textOf(NAMES[code]) : code);
}

function isMethod(code: string): code is Method {
  return Object.hasOwn(NAMES, code);
}
