import { ValidationError } from './domain-error';

/** The place where a list's next page continues, as text that callers hand back and need not understand. */
export function encodeCursor(...parts: readonly string[]): string {
  return Buffer.from(parts.join(' ')).toString('base64url');
}

/** What `read` makes of the parts. Throws `ValidationError` naming `cursor` where that is nothing. */
export function decodeCursor<T>(cursor: string, read: (...parts: string[]) => T | undefined): T {
  const position = read(...Buffer.from(cursor, 'base64url').toString('latin1').split(' '));
  if (position === undefined) throw ValidationError.of('cursor', 'The cursor must be the next_cursor of another page.');
  return position;
}
