import { LISTS } from './lists';

/** A bank as people know it, and the code by which payment systems of its country know it, where they have one. */
export interface Bank {
  name: string;
  code?: string;
}

/** The banks of a country in the order of their names; none for a country without a list. */
export function banksOf(country: string): readonly Bank[] {
  const list = Object.hasOwn(LISTS, country) ? LISTS[country as keyof typeof LISTS] : '';
  const banks = list.trim().split(/\n\s*/).filter(Boolean).map(bankOfLine);
  return banks.sort((one, other) => one.name.localeCompare(other.name, 'es'));
}

/**
 * The bank that an account number names: a CBU (Argentina) and a CLABE (Mexico) begin with its code. Undefined for a number
 * of another kind, or of a bank that is not in the list.
 */
export function bankOfNumber(country: string, number: string): Bank | undefined {
  if (country !== 'AR' && country !== 'MX') return undefined;
  const code = number.replace(/\D/g, '').slice(0, 3);
  return banksOf(country).find((bank) => bank.code === code);
}

function bankOfLine(line: string): Bank {
  const [, code = '-', name = ''] = /^(\S+) (.+)$/.exec(line) ?? [];
  return code === '-' ? { name } : { name, code };
}
