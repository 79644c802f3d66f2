import { ValidationError } from '@app/kernel';
import { parseDebitAccount, type DebitAccount } from '@app/payment-links';
import { isUnreadable, readFields } from './form-fields';
import type { Texts } from './texts/texts';

const PARTS = ['holder', 'routing_number', 'account_number', 'account_type', 'consent'] as const;

export type DebitField = (typeof PARTS)[number];

/** The submitted form; `order` is the order that the page showed. */
export type DebitForm = Readonly<Record<DebitField | 'order', string>>;

/** The fields of a rejected form that the page shows again; never the account number. */
export type ShownDebitForm = Pick<DebitForm, 'holder' | 'routing_number' | 'account_type'>;

/** An error text for each rejected field, in the payer's language. */
export type DebitProblems = Readonly<Partial<Record<DebitField, string>>>;

/** Reads the form from a parsed body. */
export function readDebitForm(body: unknown): DebitForm {
  return readFields(body, [...PARTS, 'order']);
}

/** The account to debit, or the problems: invalid fields and missing consent, in the order of the page. */
export function checkDebitForm(form: DebitForm, texts: Texts): { account: DebitAccount } | { problems: DebitProblems } {
  const rejected = new Set<string>();
  if (form.consent === '') rejected.add('consent');
  if (isUnreadable(form.holder)) rejected.add('holder');
  const account = parseAccount(form, rejected);
  if (account && rejected.size === 0) return { account };
  const fields = PARTS.filter((field) => rejected.has(field));
  return { problems: Object.fromEntries(fields.map((field) => [field, texts.debit.problems[field]])) };
}

/** Drops an invalid routing number too, because it may be the account number in the wrong field. */
export function shownDebitForm(
  { holder, routing_number: routingNumber, account_type: accountType }: DebitForm,
  problems: DebitProblems = {},
): ShownDebitForm {
  return { holder, routing_number: problems.routing_number ? '' : routingNumber, account_type: accountType };
}

function parseAccount(form: DebitForm, rejected: Set<string>): DebitAccount | undefined {
  try {
    return parseDebitAccount(form);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const field of Object.keys(error.details.errors ?? {})) rejected.add(field);
    return undefined;
  }
}
