// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** Reads fields of a parsed form body and trims them. A field that is missing, repeated or not text is ''. */
export function readFields<Name extends string>(body: unknown, names: readonly Name[]): Readonly<Record<Name, string>> {
  const fields = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const read = (name: Name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, typeof value === 'string' ? value.trim() : ''] as const;
  };
  return Object.fromEntries(names.map(read)) as Record<Name, string>;
}

/** Whether the value contains control characters, such as a line break or NUL. */
export function isUnreadable(value: string): boolean {
  return CONTROL.test(value);
}
