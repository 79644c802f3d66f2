import { decodeCursor, encodeCursor, isUuid, type Page } from '@app/kernel';

/** A place in a list: the page continues with what is older, of one moment what has a smaller id. */
export interface CollectionPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** One page out of what was read with one item too many. */
export function pageOf<T extends CollectionPosition>(items: readonly T[], limit: number): Page<T> {
  const last = items.length > limit ? items[limit - 1] : undefined;
  return {
    items: items.slice(0, limit),
    nextCursor: last ? encodeCursor(last.createdAt.toISOString(), last.id) : null,
  };
}

/** Throws `ValidationError` naming `cursor`. */
export function positionAt(cursor: string): CollectionPosition {
  return decodeCursor(cursor, (time = '', id = '') => {
    const createdAt = new Date(time);
    const isOurs = /^[12]\d{3}-/.test(time) && !Number.isNaN(createdAt.getTime()) && isUuid(id);
    return isOurs ? { createdAt, id } : undefined;
  });
}
