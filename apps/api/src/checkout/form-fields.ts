import { plainCode } from '@app/banking';
import { isLegible } from '@app/kernel';

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** Codes, numbers and addresses, which people paste with blanks and invisible characters; the others are plain text. */
const CODES: ReadonlySet<string> = new Set([
  'bank',
  'email',
  'document_type',
  'document',
  'phone',
  'routing_number',
  'account_number',
  'account_type',
  'account_holder_type',
]);

/** Reads fields of a parsed form body in their plain form. A field that is missing, repeated or not text is ''. */
export function readFields<Name extends string>(body: unknown, names: readonly Name[]): Readonly<Record<Name, string>> {
  const fields = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const read = (name: Name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, typeof value === 'string' ? plainText(name, value) : ''] as const;
  };
  return Object.fromEntries(names.map(read)) as Record<Name, string>;
}

function plainText(name: string, value: string): string {
  if (CODES.has(name)) return plainCode(value);
  return isLegible(value) ? value.trim() : '';
}

/** Whether the value contains control characters, such as a line break or NUL. */
export function isUnreadable(value: string): boolean {
  return CONTROL.test(value);
}
