import type { Instruction, MethodCode } from '@app/payment-links';
import { ConfigError } from '@app/platform';
import type { PayerBank, PayerField } from '@app/rails';
import { isObject, objectIn, type Json } from '../json';
import { accountSteps, codeSteps, pageSteps } from './dlocal-instructions';

/**
 * The payment methods as dLocal has them. The ids and fields with a ✗ are not proven against dLocal: what turns out
 * wrong is corrected here, or an id in `DLOCAL_METHOD_IDS`, and nowhere else.
 */
export interface DlocalMethod {
  readonly code: MethodCode;
  /** dLocal's `payment_method_id`. */
  readonly id: string;
  readonly country: string;
  readonly flow: 'DIRECT' | 'REDIRECT';
  readonly requires: readonly PayerField[];
  /** Whether payers choose a bank before. */
  readonly hasBanks?: boolean;
  /** What the payer gets; empty when the payment lacks it. */
  readonly steps: (payment: Json) => readonly Instruction[];
}

const PAYER: readonly PayerField[] = ['name', 'email', 'document'];
/** ✗ Whether dLocal asks payers of PSE for a phone as banks do. */
const PSE_PAYER: readonly PayerField[] = [...PAYER, 'phone'];

const METHODS: readonly DlocalMethod[] = [
  { code: 'ars_transfer', id: 'IO', country: 'AR', flow: 'DIRECT', requires: PAYER, steps: accountSteps },
  // ✗ The id of the interoperable QR.
  { code: 'ars_qr', id: 'QR', country: 'AR', flow: 'DIRECT', requires: PAYER, steps: codeSteps('qr_code') },
  { code: 'brl_pix', id: 'PQ', country: 'BR', flow: 'DIRECT', requires: PAYER, steps: codeSteps('pix_code') },
  {
    code: 'cop_pse',
    id: 'PC',
    country: 'CO',
    flow: 'REDIRECT',
    requires: PSE_PAYER,
    hasBanks: true,
    steps: pageSteps,
  },
  { code: 'clp_webpay', id: 'WP', country: 'CL', flow: 'REDIRECT', requires: PAYER, steps: pageSteps },
  // ✗ Whether the transfers of Chile are those of Khipu.
  { code: 'clp_khipu', id: 'IO', country: 'CL', flow: 'REDIRECT', requires: PAYER, steps: pageSteps },
  { code: 'mxn_spei', id: 'SE', country: 'MX', flow: 'DIRECT', requires: PAYER, steps: accountSteps },
  // ✗ Whether the QR of Bolivia comes as a code, which payers can copy, and not only as an image.
  { code: 'bob_qr', id: 'QR', country: 'BO', flow: 'DIRECT', requires: PAYER, steps: codeSteps('qr_code') },
];

/** In `DLOCAL_METHOD_IDS`, stands for a method that the merchant does not have at dLocal. */
const NOT_SERVED = '-';

/**
 * The methods that are served, with these ids in place of the built-in ones. Throws a `ConfigError` for an id of a method
 * that dLocal cannot serve.
 */
export function methodsWith(ids: ReadonlyMap<string, string>): readonly DlocalMethod[] {
  const unknown = [...ids.keys()].find((code) => !METHODS.some((method) => method.code === code));
  if (unknown !== undefined) {
    const known = METHODS.map(({ code }) => code).join(', ');
    throw ConfigError.of('DLOCAL_METHOD_IDS', `names ${unknown}, which is none of ${known}`);
  }
  return METHODS.map((method) => ({ ...method, id: ids.get(method.code) ?? method.id })).filter(
    ({ id }) => id !== NOT_SERVED,
  );
}

/** ✗ The fields of a payment that say which bank the payer has chosen. */
export function bankFields(bank: PayerBank | null): Json {
  return bank === null ? {} : { bank_transfer: { bank_code: bank.code } };
}

/**
 * ✗ The banks in the list of a country's payment methods. Empty when dLocal lists none for the method: its own page asks
 * for the bank then. Undefined when the merchant does not have the method.
 */
export function banksIn(listed: readonly unknown[], id: string): readonly PayerBank[] | undefined {
  const method = listed.filter(isObject).find((each) => each['id'] === id);
  if (!method) return undefined;
  const banks = objectIn(method, 'details')['banks'] ?? method['banks'];
  return (Array.isArray(banks) ? (banks as unknown[]) : []).filter(isObject).flatMap(({ code, name }) => {
    const isBank = typeof code === 'string' && code !== '' && typeof name === 'string' && name.trim() !== '';
    return isBank ? [{ code, name: name.trim() }] : [];
  });
}
