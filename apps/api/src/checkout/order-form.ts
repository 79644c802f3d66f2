import type { Payer } from '@app/payment-links';
import type { Texts } from './texts/texts';

const FIELDS = ['method', 'name', 'email', 'document'] as const;

type FieldName = (typeof FIELDS)[number];

/** The form as it was sent, without the spaces around its values. */
export type OrderForm = Readonly<Record<FieldName, string>>;

/** What is wrong with each field, in the payer's language. */
export type Problems = Readonly<Partial<Record<FieldName, string>>>;

const MAX_LENGTHS = { method: 64, name: 120, email: 254, document: 40 } as const;

/** Plausible, no more: one `@`, a domain with a dot, nothing that a mail header could be broken with. */
const EMAIL =
  /^[^\s@<>()[\]\\,;:"]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u;

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** Reads a parsed form body. What is no text, or given more than once, counts as not given. */
export function readOrderForm(body: unknown): OrderForm {
  const fields = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const read = (name: FieldName) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' ? value.trim() : '';
  };
  return { method: read('method'), name: read('name'), email: read('email'), document: read('document') };
}

/** Every field that cannot be accepted. Whether the link offers the method is for the checkout to say. */
export function problemsOf(form: OrderForm, { errors }: Texts): Problems {
  const problems: Partial<Record<FieldName, string>> = {};
  for (const field of FIELDS) {
    const value = form[field];
    if (CONTROL.test(value)) problems[field] = errors.unreadable;
    else if (value.length > MAX_LENGTHS[field]) problems[field] = errors.tooLong(MAX_LENGTHS[field]);
  }
  if (form.method === '') problems.method ??= errors.method;
  if (form.email !== '' && !problems.email && !EMAIL.test(form.email)) problems.email = errors.email;
  return problems;
}

/** The payer as the form names them. An empty field is what the payer told `earlier`, if anything. */
export function payerOf({ name, email, document }: OrderForm, earlier: Payer | null): Payer {
  return {
    name: name || (earlier?.name ?? null),
    email: email || (earlier?.email ?? null),
    document: document || (earlier?.document ?? null),
  };
}
