import type { Currency, PayerCurrency } from '@app/kernel';
import type { PayerLanguage, PaymentMethod } from '@app/payment-links';
import type { IconName } from './icons';

interface MethodType {
  icon: IconName;
  /** What the payer will do. */
  hint: Readonly<Record<PayerLanguage, string>>;
}

export const METHOD_TYPES: Readonly<Record<PaymentMethod['type'], MethodType>> = {
  bank_transfer: {
    icon: 'bank',
    hint: {
      en: 'Transfer from your bank or wallet app',
      es: 'Transfiere desde la app de tu banco o billetera',
      pt: 'Transfira pelo app do seu banco ou carteira',
    },
  },
  qr: {
    icon: 'qr',
    hint: {
      en: 'Scan or copy a code with your bank or wallet app',
      es: 'Escanea o copia un código con la app de tu banco o billetera',
      pt: 'Escaneie ou copie um código no app do seu banco ou carteira',
    },
  },
  bank_redirect: {
    icon: 'page',
    hint: {
      en: 'Confirm on your bank’s page',
      es: 'Confirma en la página de tu banco',
      pt: 'Confirme na página do seu banco',
    },
  },
  bank_debit: {
    icon: 'bank',
    hint: {
      en: 'Debit from your bank account',
      es: 'Débito de tu cuenta bancaria',
      pt: 'Débito na sua conta bancária',
    },
  },
};

const DOCUMENT_NAMES = {
  ARS: 'DNI, CUIT',
  BOB: 'CI, NIT',
  BRL: 'CPF, CNPJ',
  CLP: 'RUT',
  COP: 'CC, NIT',
  MXN: 'RFC, CURP',
  USD: null,
} satisfies Record<PayerCurrency, string | null>;

const NAMES_BY_CURRENCY = new Map<string, string | null>(Object.entries(DOCUMENT_NAMES));

/** The local names of the identity documents of those who pay in that currency; undefined where there are none. */
export function documentNames(currency: Currency): string | undefined {
  return NAMES_BY_CURRENCY.get(currency) ?? undefined;
}
