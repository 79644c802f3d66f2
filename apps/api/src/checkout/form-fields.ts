// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

/** Reads a parsed form body, without the spaces around values. What is no text, or given more than once, is ''. */
export function readFields<Name extends string>(body: unknown, names: readonly Name[]): Readonly<Record<Name, string>> {
  const fields = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const read = (name: Name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return [name, typeof value === 'string' ? value.trim() : ''] as const;
  };
  return Object.fromEntries(names.map(read)) as Record<Name, string>;
}

/** Whether it holds what no form field of ours has a use for, such as a line break or NUL. */
export function isUnreadable(value: string): boolean {
  return CONTROL.test(value);
}
