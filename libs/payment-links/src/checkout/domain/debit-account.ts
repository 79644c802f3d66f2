import { parseRoutingNumber, parseUsAccountNumber } from '@app/banking';
import { Problems, isLegible, isStorable } from '@app/kernel';

export const DEBIT_ACCOUNT_TYPES = ['checking', 'savings'] as const;

export const ACCOUNT_HOLDER_TYPES = ['individual', 'company'] as const;

/** The US bank account that a debit draws on. It goes to the rail and is not stored. */
export interface DebitAccount {
  holder: string;
  holderType: (typeof ACCOUNT_HOLDER_TYPES)[number];
  /** ABA number, nine digits with a check digit. */
  routingNumber: string;
  accountNumber: string;
  type: (typeof DEBIT_ACCOUNT_TYPES)[number];
}

/** What a payer authorises, and how. It goes to the rail and is not stored. */
export interface DebitAuthorisation {
  account: DebitAccount;
  /** Where the rail confirms the authorisation to the payer, if they gave an address. */
  email: string | null;
  consent: DebitConsent;
}

/** The circumstances of a payer's consent, which banks ask for when a debit is contested. */
export interface DebitConsent {
  ip: string;
  userAgent: string;
  /** Names the wording of the mandate that the payer saw. */
  mandateVersion: string;
}

/** The part of the account that is stored and shown: never the full account number. */
export interface ShownDebitAccount {
  holder: string;
  type: DebitAccount['type'];
  lastDigits: string;
}

const MAX_HOLDER = 100;

/**
 * Reads the account from the form's fields; a holder of no stated type is an individual. Throws `ValidationError` that
 * names every invalid field; the error does not repeat the numbers.
 */
export function parseDebitAccount(form: Readonly<Record<string, unknown>>): DebitAccount {
  const problems = new Problems();
  const [holder, routingNumber, accountNumber] = [
    text(form['name']),
    parseRoutingNumber(text(form['routing_number'])),
    parseUsAccountNumber(text(form['account_number'])),
  ];
  const type = DEBIT_ACCOUNT_TYPES.find((candidate) => candidate === form['account_type']);
  const holderType = holderTypeOf(form['account_holder_type']);
  if (!isLegible(holder) || [...holder].length > MAX_HOLDER) {
    problems.add('name', `The name of the account holder must have 1 to ${MAX_HOLDER} characters.`);
  }
  if (!holderType) {
    problems.add('account_holder_type', `The account_holder_type must be ${ACCOUNT_HOLDER_TYPES.join(' or ')}.`);
  }
  if (routingNumber === undefined) problems.add('routing_number', 'The routing number is not valid.');
  if (accountNumber === undefined) problems.add('account_number', 'The account number must have 4 to 17 digits.');
  if (!type) problems.add('account_type', `The account_type must be ${DEBIT_ACCOUNT_TYPES.join(' or ')}.`);
  problems.throwIfAny();
  if (!holderType || routingNumber === undefined || accountNumber === undefined || !type) {
    throw new Error('an invalid account has no problem');
  }
  return { holder, holderType, routingNumber, accountNumber, type };
}

export function shownDebitAccount({ holder, type, accountNumber }: DebitAccount): ShownDebitAccount {
  return { holder, type, lastDigits: accountNumber.slice(-4) };
}

function holderTypeOf(value: unknown): DebitAccount['holderType'] | undefined {
  const named = text(value);
  return named === '' ? 'individual' : ACCOUNT_HOLDER_TYPES.find((type) => type === named);
}

function text(value: unknown): string {
  return typeof value === 'string' && isStorable(value) ? value.trim() : '';
}
