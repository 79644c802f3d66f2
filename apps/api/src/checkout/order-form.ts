import { parsePayerDocument, payerDocumentTypes } from '@app/banking';
import { isEmail, MAX_EMAIL, typedEmail } from '@app/kernel';
import type { Payer } from '@app/payment-links';
import type { PayerBank, PayerField } from '@app/rails';
import { isUnreadable, readFields } from './form-fields';
import type { Texts } from './texts/texts';

const FIELDS = ['method', 'bank', 'name', 'email', 'document_type', 'document', 'phone'] as const;

type FieldName = (typeof FIELDS)[number];

/** The submitted form, trimmed. */
export type OrderForm = Readonly<Record<FieldName, string>>;

/** An error text for each rejected field, in the payer's language. */
export type Problems = Readonly<Partial<Record<FieldName, string>>>;

const MAX_LENGTHS = { method: 64, name: 120, email: MAX_EMAIL, document: 40, phone: 20 } as const;

/** With or without the country; people group the digits as they like. */
const PHONE = /^\+?\d{8,15}$/;

/** Reads the form from a parsed body. */
export function readOrderForm(body: unknown): OrderForm {
  const form = readFields(body, FIELDS);
  return { ...form, email: typedEmail(form.email) };
}

/** What the provider of the chosen method asks of its payers. */
export interface Demands {
  readonly requires: readonly PayerField[];
  /** Those that payers of the method choose from. */
  readonly banks: readonly PayerBank[];
  /** Of the method. */
  readonly country: string;
  /** What the payer entered before, which empty fields keep. */
  readonly earlier: Payer | null;
}

/**
 * The problems of every invalid field. Does not check whether the link offers the method; the `Checkout` service does.
 */
export function problemsOf(form: OrderForm, demands: Demands, texts: Texts): Problems {
  const problems: Partial<Record<FieldName, string>> = formProblems(form, texts);
  const { errors } = texts;
  const { requires, banks, country, earlier } = demands;
  for (const field of requires) {
    if (form[field] === '' && !earlier?.[field]) problems[field] ??= errors.required[field];
  }
  if (requires.includes('document') && form.document !== '') {
    const isKnown = payerDocumentTypes(country).includes(form.document_type);
    if (!isKnown) problems.document_type ??= errors.documentType;
    else if (documentOf(form, country) === undefined) problems.document ??= errors.document;
  }
  if (requires.includes('phone') && form.phone !== '' && !PHONE.test(phoneOf(form))) problems.phone ??= errors.phone;
  if (banks.length > 0 && !banks.some(({ code }) => code === form.bank)) problems.bank = errors.bank;
  return problems;
}

function formProblems(form: OrderForm, { errors }: Texts): Partial<Record<FieldName, string>> {
  const problems: Partial<Record<FieldName, string>> = {};
  for (const field of ['method', 'name', 'email', 'document', 'phone'] as const) {
    const value = form[field];
    if (isUnreadable(value)) problems[field] = errors.unreadable;
    else if (value.length > MAX_LENGTHS[field]) problems[field] = errors.tooLong(MAX_LENGTHS[field]);
  }
  if (form.method === '') problems.method ??= errors.method;
  if (form.email !== '' && !problems.email && !isEmail(form.email)) problems.email = errors.email;
  return problems;
}

/** The bank's code if the method asks for one, otherwise null. */
export function bankOf({ bank }: OrderForm, banks: readonly PayerBank[]): string | null {
  return banks.length > 0 ? bank : null;
}

/** The payer's details. An empty field keeps the value of `earlier`. */
export function payerOf(form: OrderForm, country: string, earlier: Payer | null): Payer {
  const { name, email, document, document_type: type } = form;
  const payer: Payer = {
    name: name || (earlier?.name ?? null),
    email: email || (earlier?.email ?? null),
    document: documentOf(form, country) ?? (document || (earlier?.document ?? null)),
  };
  const documentType = document === '' ? earlier?.documentType : type;
  const phone = phoneOf(form) || earlier?.phone;
  return { ...payer, ...(documentType && { documentType }), ...(phone && { phone }) };
}

/** The number in its plain form; undefined without a type, or for a wrong one. */
function documentOf({ document, document_type: type }: OrderForm, country: string): string | undefined {
  return document === '' ? undefined : parsePayerDocument(country, type, document);
}

function phoneOf({ phone }: OrderForm): string {
  return phone.replaceAll(/[\s().-]/g, '');
}
