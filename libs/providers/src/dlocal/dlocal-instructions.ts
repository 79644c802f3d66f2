import type { Instruction } from '@app/payment-links';
import { parseUrl, isStorable } from '@app/kernel';
import { objectIn, type Json } from '../json';

/** What a payment of dLocal says to its payer. */

type Label = Instruction['label'];
type Kind = Instruction['kind'];

const MAX_VALUE = 2_000;

/** The page of the bank, or of dLocal in front of it. */
export function pageSteps(payment: Json): readonly Instruction[] {
  const address = textIn(payment, 'redirect_url');
  const scheme = address === undefined ? undefined : parseUrl(address)?.protocol;
  return scheme === 'https:' || scheme === 'http:' ? step('bank_page', address, 'link') : [];
}

/** A code that is scanned or copied: `number` of the ticket, or what else dLocal may call it. */
export const codeSteps =
  (label: Label) =>
  (payment: Json): readonly Instruction[] => {
    const ticket = objectIn(payment, 'ticket');
    const places = [ticket['number'], ticket['qr_code'], ticket['barcode'], payment['qr_code']];
    return step(
      label,
      places.find((each) => typeof each === 'string' && each.trim() !== ''),
      'qr',
    );
  };

/** The account of a bank transfer, and the reference to give. */
export function accountSteps(payment: Json): readonly Instruction[] {
  const transfer = objectIn(payment, 'bank_transfer');
  const account = accountStep(transfer, 'bank_account');
  if (account.length === 0) return [];
  return [
    ...step('beneficiary', transfer['beneficiary_name'], 'text'),
    // dLocal's documentation writes it without the first e.
    ...step('beneficiary_document', transfer['beneficiary_document'] ?? transfer['benficiary_document'], 'text'),
    ...step('bank', transfer['bank_name'], 'text'),
    ...account,
    ...accountStep(transfer, 'bank_account2'),
    ...step('reference', transfer['reference'], 'copy'),
  ];
}

/** The labels that dLocal may give an account. */
const ACCOUNT_LABELS: Readonly<Record<string, Label>> = { ALIAS: 'alias', CBU: 'cbu', CLABE: 'clabe', CVU: 'cvu' };

function accountStep(transfer: Json, name: 'bank_account' | 'bank_account2'): readonly Instruction[] {
  const words = (textIn(transfer, `${name}_label`) ?? '').toUpperCase().split(/[^A-Z]+/);
  const known = words.find((word) => Object.hasOwn(ACCOUNT_LABELS, word)) ?? '';
  return step(ACCOUNT_LABELS[known] ?? 'account_number', transfer[name], 'copy');
}

function step(label: Label, value: unknown, kind: Kind): readonly Instruction[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value).trim();
  return text !== '' && text.length <= MAX_VALUE && isStorable(text) ? [{ label, value: text, kind }] : [];
}

function textIn(json: Json, name: string): string | undefined {
  const value = json[name];
  return typeof value === 'string' ? value : undefined;
}

/** When dLocal stops accepting the payment, as far as it says so. */
export function expiryOf(payment: Json): Date | undefined {
  const places = [payment, objectIn(payment, 'ticket'), objectIn(payment, 'bank_transfer')];
  const text = places.map((each) => each['expiration_date']).find((each) => typeof each === 'string');
  const date = new Date(typeof text === 'string' ? text : NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
