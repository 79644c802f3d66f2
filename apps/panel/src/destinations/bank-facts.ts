import type { TFunction } from 'i18next';
import type { Schemas } from '../api/client';

type MaskedBank = Schemas['MaskedBankFields'];

/** The fields that can identify the account, the preferred ones first. */
const NUMBERS = ['cbu', 'clabe', 'pix_key', 'account_number'] as const satisfies readonly (keyof MaskedBank)[];

/** Shortens the asterisks with which the API masks numbers to four dots, which fit into a list. */
export function shortMask(masked: string): string {
  return masked.replace(/^\*{5,}/, '••••').replaceAll('*', '•');
}

/** The bank and the end of the account number: `Banco Galicia ••••5201`. */
export function bankInShort(bank: MaskedBank): string {
  const number = NUMBERS.map((field) => bank[field]).find((value) => value !== undefined) ?? '';
  return `${bank.name} ${shortMask(number)}`.trim();
}

/** Every field of the bank with its name, for a list of details. `t` is that of `destinations`. */
export function bankFacts(bank: MaskedBank, t: TFunction): [string, string][] {
  return Object.entries(bank).map(([field, value]) => [
    t(`field.${field}`),
    field === 'account_type' ? t(`accountType.${value}`, { defaultValue: value }) : shortMask(value),
  ]);
}
