import { parseRoutingNumber, parseUsAccountNumber } from '@app/banking';
import { Problems, isLegible, isStorable } from '@app/kernel';

export const DEBIT_ACCOUNT_TYPES = ['checking', 'savings'] as const;

/** The US bank account that a debit draws on. It goes to the rail and is not stored. */
export interface DebitAccount {
  holder: string;
  /** ABA number, nine digits with a check digit. */
  routingNumber: string;
  accountNumber: string;
  type: (typeof DEBIT_ACCOUNT_TYPES)[number];
}

/** The part of the account that is stored and shown: never the full account number. */
export interface ShownDebitAccount {
  holder: string;
  type: DebitAccount['type'];
  lastDigits: string;
}

const MAX_HOLDER = 100;

/** Throws `ValidationError` that names every refused field; the error does not repeat the numbers. */
export function parseDebitAccount(form: Readonly<Record<string, unknown>>): DebitAccount {
  const problems = new Problems();
  const [holder, routingNumber, accountNumber] = [
    text(form['holder']),
    parseRoutingNumber(text(form['routing_number'])),
    parseUsAccountNumber(text(form['account_number'])),
  ];
  const type = DEBIT_ACCOUNT_TYPES.find((candidate) => candidate === form['account_type']);
  if (!isLegible(holder) || [...holder].length > MAX_HOLDER) {
    problems.add('holder', `The account holder must have 1 to ${MAX_HOLDER} characters.`);
  }
  if (routingNumber === undefined) problems.add('routing_number', 'The routing number is not valid.');
  if (accountNumber === undefined) problems.add('account_number', 'The account number must have 4 to 17 digits.');
  if (!type) problems.add('account_type', `The account_type must be ${DEBIT_ACCOUNT_TYPES.join(' or ')}.`);
  problems.throwIfAny();
  if (routingNumber === undefined || accountNumber === undefined || !type) throw new Error('a refusal has no problem');
  return { holder, routingNumber, accountNumber, type };
}

export function shownDebitAccount({ holder, type, accountNumber }: DebitAccount): ShownDebitAccount {
  return { holder, type, lastDigits: accountNumber.slice(-4) };
}

function text(value: unknown): string {
  return typeof value === 'string' && isStorable(value) ? value.trim() : '';
}
