import { isUuid, ValidationError, type Page } from '@app/kernel';

/** A place in a list: the page continues with what is older, of one moment what has a smaller id. */
export interface CollectionPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** One page out of what was read with one item too many. */
export function pageOf<T extends CollectionPosition>(items: readonly T[], limit: number): Page<T> {
  const last = items.length > limit ? items[limit - 1] : undefined;
  return { items: items.slice(0, limit), nextCursor: last ? encode(last) : null };
}

/** Throws `ValidationError` naming `cursor`. */
export function decodeCursor(cursor: string): CollectionPosition {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ');
  const createdAt = new Date(time);
  if (!/^[12]\d{3}-/.test(time) || Number.isNaN(createdAt.getTime()) || !isUuid(id)) {
    throw ValidationError.of('cursor', 'The cursor is none of this list.');
  }
  return { createdAt, id };
}

function encode({ createdAt, id }: CollectionPosition): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}
