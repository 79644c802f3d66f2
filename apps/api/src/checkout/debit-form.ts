import { isEmail, typedEmail, ValidationError } from '@app/kernel';
import { parseDebitAccount, type DebitAccount } from '@app/payment-links';
import { isUnreadable, readFields } from './form-fields';
import { DEBIT_FIELDS, type DebitField, type Texts } from './texts/texts';

/** The submitted form; `order` is the order that the page showed. */
export type DebitForm = Readonly<Record<DebitField | 'order', string>>;

/** The fields of a rejected form that the page shows again; never the account number. */
export type ShownDebitForm = Omit<DebitForm, 'order' | 'account_number' | 'consent'>;

/** An error text for each rejected field, in the payer's language. */
export type DebitProblems = Readonly<Partial<Record<DebitField, string>>>;

/** What the payer entered, or the errors of invalid fields and of a missing consent. */
export type CheckedDebitForm = { account: DebitAccount; email: string | null } | { problems: DebitProblems };

/** Reads the form from a parsed body. Forms of earlier pages have the name in `holder`. */
export function readDebitForm(body: unknown): DebitForm {
  const { holder, ...form } = readFields(body, [...DEBIT_FIELDS, 'order', 'holder']);
  return { ...form, name: form.name || holder, email: typedEmail(form.email) };
}

/** Checks every field. The e-mail address may be missing unless the provider requires one. */
export function checkDebitForm(form: DebitForm, requiresEmail: boolean, texts: Texts): CheckedDebitForm {
  const rejected = new Set<string>();
  if (form.consent === '') rejected.add('consent');
  if (isUnreadable(form.name)) rejected.add('name');
  if (form.email === '' ? requiresEmail : !isEmail(form.email)) rejected.add('email');
  const account = parseAccount(form, rejected);
  if (account && rejected.size === 0) return { account, email: form.email || null };
  const fields = DEBIT_FIELDS.filter((field) => rejected.has(field));
  return { problems: Object.fromEntries(fields.map((field) => [field, texts.debit.problems[field]])) };
}

/** Drops an invalid routing number too, because it may be the account number in the wrong field. */
export function shownDebitForm(form: DebitForm, problems: DebitProblems = {}): ShownDebitForm {
  return {
    name: form.name,
    email: form.email,
    account_holder_type: form.account_holder_type,
    routing_number: problems.routing_number ? '' : form.routing_number,
    account_type: form.account_type,
  };
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
