import { isObject } from '../json';

/**
 * Takes out of what was sent and received whatever identifies or authorises: secrets, documents, account numbers, names and
 * addresses. What is left shows the form of a message.
 */
export class Scrubber {
  constructor(private readonly secrets: readonly string[]) {}

  /** The text of a body: JSON or a form, otherwise plain text. */
  body(text: string, contentType: string): unknown {
    if (text === '') return null;
    if (contentType.includes('x-www-form-urlencoded')) return this.form(text);
    try {
      return this.value(JSON.parse(text));
    } catch {
      return this.text(text);
    }
  }

  /** Text with secrets, addresses and long numbers masked. */
  text(text: string): string {
    const known = this.secrets.reduce((left, secret) => left.replaceAll(secret, MASK), text);
    return known
      .replaceAll(EMAIL, MASK)
      .replaceAll(TOKEN, MASK)
      .replaceAll(LONG_NUMBER, (digits) => '*'.repeat(digits.length));
  }

  private form(text: string): Record<string, string> {
    const fields = [...new URLSearchParams(text)].map(([name, value]) => {
      const parts = name.split(/[[\]]+/).filter(Boolean);
      return [name, parts.some(isSensitive) ? MASK : this.text(value)] as const;
    });
    return Object.fromEntries(fields);
  }

  private value(value: unknown, name = '', isWithin = false): unknown {
    const isHidden = isWithin || isSensitive(name);
    if (Array.isArray(value)) return value.map((each) => this.value(each, name, isWithin));
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([member, each]) => [member, this.value(each, member, isHidden)]),
      );
    }
    if (isHidden && !SHOWN.has(name) && value !== null && typeof value !== 'boolean') return MASK;
    return typeof value === 'string' ? this.text(value) : value;
  }
}

const MASK = '…';
const EMAIL = /[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}/gi;
/** What providers call their secrets, and tokens of the form that OAuth has. */
const TOKEN = /\b(?:sk|rk|whsec|pi_\w+_secret|seti_\w+_secret)_[\w-]{8,}|\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;
/** Documents, accounts and telephones; a longer hexadecimal id keeps its digits. */
const LONG_NUMBER = /(?<![\w-])\+?\d{8,}(?![\w-])/g;

/** Parts of names whose values, and all that is in them, are masked. */
const SENSITIVE = [
  'secret',
  'token',
  'authorization',
  'password',
  'signature',
  'document',
  'account',
  'bank',
  'card',
  'pix',
  'alias',
  'taxid',
  'clabe',
  'cbu',
  'cvu',
  'routing',
  'holder',
  'payer',
  'customer',
  'beneficiary',
  'billing',
  'name',
  'email',
  'phone',
  'address',
  'birth',
  'ip_address',
  'user_agent',
];
/** Members of masked objects that say something about the form and nothing about a person. */
const SHOWN = new Set(['type', 'code', 'country', 'currency', 'status', 'object', 'id_type', 'payment_method_id']);

function isSensitive(name: string): boolean {
  const plain = name.toLowerCase();
  return !SHOWN.has(plain) && SENSITIVE.some((part) => plain.includes(part));
}
