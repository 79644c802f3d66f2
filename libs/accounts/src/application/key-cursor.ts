import { isUuid, ValidationError } from '@app/kernel';

/** A place in a list of keys: the page continues with what is older than the key with this id. */
export function encodeKeyCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** Throws `ValidationError` naming `cursor`. */
export function decodeKeyCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  if (!isUuid(id)) throw ValidationError.of('cursor', 'The cursor is none of this list.');
  return id;
}
