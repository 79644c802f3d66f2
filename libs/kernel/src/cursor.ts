import { ValidationError } from './domain-error';

/** Where a list's next page starts, as opaque text that the caller sends back. */
export function encodeCursor(...parts: readonly string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url');
}

/** Parses a cursor with `read`. Throws a `ValidationError` that names `cursor` when `read` returns undefined. */
export function decodeCursor<T>(cursor: string, read: (...parts: string[]) => T | undefined): T {
  const position = read(...Buffer.from(cursor, 'base64url').toString('latin1').split(' '));
  if (position === undefined) throw ValidationError.of('cursor', 'The cursor must be the next_cursor of another page.');
  return position;
}
