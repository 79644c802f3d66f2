import type { Schemas } from '../api/client';

type Bank = Schemas['MaskedBankFields'];
type NumberName = 'cbu' | 'clabe' | 'pix_key' | 'account_number';

const NAMES: readonly NumberName[] = ['cbu', 'clabe', 'pix_key', 'account_number'];
const SHOWN = 4;

/** The number that identifies an account at its bank, masked by the API. */
export function bankNumberOf(bank: Bank): { name: NumberName; masked: string } | undefined {
  const name = NAMES.find((each) => bank[each] !== undefined);
  return name && { name, masked: bank[name] ?? '' };
}

/** The account in one short phrase: the bank and the end of its number. */
export function shortAccount(bank: Bank): string {
  const number = bankNumberOf(bank);
  return number ? `${bank.name} •••• ${number.masked.slice(-SHOWN)}` : bank.name;
}
