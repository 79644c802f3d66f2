import { decodeCursor, encodeCursor } from './cursor';
import { isUuid } from './ids';
import type { Page } from './page';

/** A place in a list that is sorted by time, and by id within one moment, the newest first. */
export interface TimedPosition {
  readonly createdAt: Date;
  readonly id: string;
}

/** The period of such a list. */
export interface ListPeriod {
  /** Nothing earlier than this. */
  readonly from?: Date | undefined;
  /** Only what is earlier than this. */
  readonly to?: Date | undefined;
}

/** Which part of such a list is read. */
export interface ListPart extends ListPeriod {
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** One page of a list that was read with one extra item. */
export function timedPage<T extends TimedPosition>(items: readonly T[], limit: number): Page<T> {
  const last = items.length > limit ? items[limit - 1] : undefined;
  return {
    items: items.slice(0, limit),
    nextCursor: last ? encodeCursor(last.createdAt.toISOString(), last.id) : null,
  };
}

/** Throws a `ValidationError` that names `cursor`. */
export function timedPosition(cursor: string): TimedPosition {
  return decodeCursor(cursor, (time = '', id = '') => {
    const createdAt = new Date(time);
    const isOurs = /^[12]\d{3}-/.test(time) && !Number.isNaN(createdAt.getTime()) && isUuid(id);
    return isOurs ? { createdAt, id } : undefined;
  });
}
