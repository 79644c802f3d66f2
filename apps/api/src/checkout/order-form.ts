import { isEmail, MAX_EMAIL, typedEmail } from '@app/kernel';
import type { Payer } from '@app/payment-links';
import type { PayerBank } from '@app/rails';
import { isUnreadable, readFields } from './form-fields';
import type { Texts } from './texts/texts';

const FIELDS = ['method', 'bank', 'name', 'email', 'document'] as const;

type FieldName = (typeof FIELDS)[number];

/** The submitted form, trimmed. */
export type OrderForm = Readonly<Record<FieldName, string>>;

/** An error text for each rejected field, in the payer's language. */
export type Problems = Readonly<Partial<Record<FieldName, string>>>;

const MAX_LENGTHS = { method: 64, name: 120, email: MAX_EMAIL, document: 40 } as const;

/** Reads the form from a parsed body. */
export function readOrderForm(body: unknown): OrderForm {
  const form = readFields(body, FIELDS);
  return { ...form, email: typedEmail(form.email) };
}

/**
 * The problems of every invalid field. Does not check whether the link offers the method; the `Checkout` service does.
 * `banks`: those that payers of the method choose from.
 */
export function problemsOf(form: OrderForm, banks: readonly PayerBank[], { errors }: Texts): Problems {
  const problems: Partial<Record<FieldName, string>> = {};
  for (const field of ['method', 'name', 'email', 'document'] as const) {
    const value = form[field];
    if (isUnreadable(value)) problems[field] = errors.unreadable;
    else if (value.length > MAX_LENGTHS[field]) problems[field] = errors.tooLong(MAX_LENGTHS[field]);
  }
  if (form.method === '') problems.method ??= errors.method;
  if (form.email !== '' && !problems.email && !isEmail(form.email)) problems.email = errors.email;
  if (banks.length > 0 && !banks.some(({ code }) => code === form.bank)) problems.bank = errors.bank;
  return problems;
}

/** The bank's code if the method asks for one, otherwise null. */
export function bankOf({ bank }: OrderForm, banks: readonly PayerBank[]): string | null {
  return banks.length > 0 ? bank : null;
}

/** The payer's details. An empty field keeps the value of `earlier`. */
export function payerOf({ name, email, document }: OrderForm, earlier: Payer | null): Payer {
  return {
    name: name || (earlier?.name ?? null),
    email: email || (earlier?.email ?? null),
    document: document || (earlier?.document ?? null),
  };
}
