import { ValidationError } from '@app/kernel';
import { parseDebitAccount, type DebitAccount } from '@app/payment-links';
import { isUnreadable, readFields } from './form-fields';
import type { Texts } from './texts/texts';

const PARTS = ['holder', 'routing_number', 'account_number', 'account_type', 'consent'] as const;

export type DebitField = (typeof PARTS)[number];

/** The consent as it was sent; `order` is the order that the payer was shown. */
export type DebitForm = Readonly<Record<DebitField | 'order', string>>;

/** What of a refused form is shown again. The account number never is. */
export type ShownDebitForm = Pick<DebitForm, 'holder' | 'routing_number' | 'account_type'>;

/** What is wrong with each field, in the payer's language. */
export type DebitProblems = Readonly<Partial<Record<DebitField, string>>>;

export function readDebitForm(body: unknown): DebitForm {
  return readFields(body, [...PARTS, 'order']);
}

/** The account, or whatever keeps it from being debited: a field that is wrong, or the consent that is missing. */
export function checkDebitForm(form: DebitForm, texts: Texts): { account: DebitAccount } | { problems: DebitProblems } {
  const refused = new Set<string>();
  if (form.consent === '') refused.add('consent');
  if (isUnreadable(form.holder)) refused.add('holder');
  const account = parsed(form, refused);
  if (account && refused.size === 0) return { account };
  const named = PARTS.filter((field) => refused.has(field));
  return { problems: Object.fromEntries(named.map((field) => [field, texts.debit.problems[field]])) };
}

/** A routing number that is none may be the account number in the wrong field. */
export function shownDebitForm(
  { holder, routing_number: routingNumber, account_type: accountType }: DebitForm,
  problems: DebitProblems = {},
): ShownDebitForm {
  return { holder, routing_number: problems.routing_number ? '' : routingNumber, account_type: accountType };
}

function parsed(form: DebitForm, refused: Set<string>): DebitAccount | undefined {
  try {
    return parseDebitAccount(form);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const field of Object.keys(error.details.errors ?? {})) refused.add(field);
    return undefined;
  }
}
