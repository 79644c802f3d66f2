import { PSE_BANKS, type Payer } from '@app/payment-links';
import { isUnreadable, readFields } from './form-fields';
import type { Texts } from './texts/texts';
import { asksForBank } from './view/methods';

const FIELDS = ['method', 'bank', 'name', 'email', 'document'] as const;

type FieldName = (typeof FIELDS)[number];

/** The form as it was sent, without the spaces around its values. */
export type OrderForm = Readonly<Record<FieldName, string>>;

/** What is wrong with each field, in the payer's language. */
export type Problems = Readonly<Partial<Record<FieldName, string>>>;

const MAX_LENGTHS = { method: 64, name: 120, email: 254, document: 40 } as const;

/** Plausible, no more: one `@`, a domain with a dot, nothing that a mail header could be broken with. */
const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;

export function readOrderForm(body: unknown): OrderForm {
  return readFields(body, FIELDS);
}

/** Every field that cannot be accepted. Whether the link offers the method is for the checkout to say. */
export function problemsOf(form: OrderForm, { errors }: Texts): Problems {
  const problems: Partial<Record<FieldName, string>> = {};
  for (const field of ['method', 'name', 'email', 'document'] as const) {
    const value = form[field];
    if (isUnreadable(value)) problems[field] = errors.unreadable;
    else if (value.length > MAX_LENGTHS[field]) problems[field] = errors.tooLong(MAX_LENGTHS[field]);
  }
  if (form.method === '') problems.method ??= errors.method;
  if (form.email !== '' && !problems.email && !EMAIL.test(form.email)) problems.email = errors.email;
  if (asksForBank(form.method) && !PSE_BANKS.some(({ code }) => code === form.bank)) problems.bank = errors.bank;
  return problems;
}

/** The code of the bank, where the method asks for one. */
export function bankOf({ method, bank }: OrderForm): string | null {
  return asksForBank(method) ? bank : null;
}

/** The payer as the form names them. An empty field is what the payer told `earlier`, if anything. */
export function payerOf({ name, email, document }: OrderForm, earlier: Payer | null): Payer {
  return {
    name: name || (earlier?.name ?? null),
    email: email || (earlier?.email ?? null),
    document: document || (earlier?.document ?? null),
  };
}
