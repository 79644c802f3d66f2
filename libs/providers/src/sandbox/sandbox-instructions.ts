import type { Money } from '@app/kernel';
import type { Instruction, InstructionLabel, MethodCode, PaymentMethod } from '@app/payment-links';
import type { PayerBank } from '@app/rails';
import { aliasFor, clabeFor, cvuFor, digitsFrom } from './sandbox-instructions-accounts';
import { emvPayload, labelOf, plainText, type EmvObjects } from './sandbox-instructions-emv';

interface Order {
  reference: string;
  amount: Money;
  description: string;
  bank: PayerBank | null;
}

const HOLDER = 'Sandbox Collections';

/** Reversed domain name under a top-level domain that never resolves: identifies the scheme inside a QR. */
const SCHEME = 'invalid.sandbox';

/** Made up, with a right check digit: a QR of Argentina carries the collector's tax number. */
const CUIT = '30000000007';

/** Made up: a random Pix key is a UUID. */
const PIX_KEY = '00000000-0000-4000-8000-5a4db0c5a4d0';

/** Room for the payer's note beside the key: a template holds at most 99 characters. */
const PIX_NOTE_LENGTH = 37;

/** SPEI's limit for the text of a transfer. */
const SPEI_CONCEPT_LENGTH = 39;

const BY_METHOD: Readonly<Record<MethodCode, (order: Order) => Instruction[]>> = {
  ars_transfer: ({ reference }) => [
    copy('cvu', cvuFor(reference)),
    copy('alias', aliasFor(reference)),
    text('account_holder', HOLDER),
  ],
  ars_qr: (order) => [qr('qr_code', arsQr(order))],
  bob_qr: (order) => [qr('qr_code', bobQr(order))],
  brl_pix: (order) => [qr('pix_code', pix(order))],
  mxn_spei: ({ reference, description }) => [
    copy('clabe', clabeFor(reference)),
    text('beneficiary', HOLDER),
    copy('reference_number', digitsFrom(reference, 'spei', 7)),
    ...concept(description),
  ],
  cop_pse: bankPage,
  clp_webpay: bankPage,
  clp_khipu: bankPage,
  usd_bank_debit: ({ reference }) => [copy('reference', reference)],
};

/**
 * The sandbox's instructions for a payer: well-formed numbers and codes, so that testers can scan, copy and validate
 * them, derived only from the order's reference. They belong to no real account.
 */
export function sandboxInstructions(
  method: PaymentMethod,
  reference: string,
  amount: Money,
  description: string,
  bank: PayerBank | null = null,
): Instruction[] {
  return BY_METHOD[method.code]({ reference, amount, description, bank });
}

/** No address to open: the page of a bank that does not exist would only be an error in the payer's browser. */
function bankPage({ reference, bank }: Order): Instruction[] {
  return [
    ...(bank ? [text('bank', bank.name)] : []),
    { label: 'bank_page', value: '', kind: 'simulated' },
    copy('reference', reference),
  ];
}

/** Interoperable QR of Argentina: the scheme's reference, the collector's tax number and account. */
function arsQr({ reference, amount }: Order): string {
  return emvPayload({
    accounts: { '43': schemeAccount(reference), '50': { '00': CUIT }, '51': { '00': cvuFor(reference) } },
    amount,
    country: 'AR',
    city: 'BUENOS AIRES',
    merchant: HOLDER,
    label: labelOf(reference),
  });
}

function bobQr({ reference, amount }: Order): string {
  return emvPayload({
    accounts: { '26': schemeAccount(reference) },
    amount,
    country: 'BO',
    city: 'LA PAZ',
    merchant: HOLDER,
    label: labelOf(reference),
  });
}

/** BR Code of the central bank of Brazil: the key, the payer's note, and the transaction's id in the label. */
function pix({ reference, amount, description }: Order): string {
  return emvPayload({
    accounts: { '26': { '00': 'br.gov.bcb.pix', '01': PIX_KEY, '02': plainText(description, PIX_NOTE_LENGTH) } },
    amount,
    country: 'BR',
    city: 'SAO PAULO',
    merchant: HOLDER,
    label: labelOf(reference),
  });
}

function schemeAccount(reference: string): EmvObjects {
  return { '00': SCHEME, '01': labelOf(reference) };
}

function concept(description: string): Instruction[] {
  const value = plainText(description, SPEI_CONCEPT_LENGTH);
  return value === '' ? [] : [copy('concept', value)];
}

function text(label: InstructionLabel, value: string): Instruction {
  return { label, value, kind: 'text' };
}

function copy(label: InstructionLabel, value: string): Instruction {
  return { label, value, kind: 'copy' };
}

function qr(label: InstructionLabel, value: string): Instruction {
  return { label, value, kind: 'qr' };
}
