import { decodeCursor, encodeCursor } from './cursor';
import { isUuid } from './ids';
import type { Page } from './page';

/** Which page of a list is wanted; without a cursor the first one. */
export interface PageRequest {
  readonly perPage: number;
  readonly cursor?: string | undefined;
}

/**
 * One page of a list sorted by id, newest first. It asks `read` for one item more than the page has. Throws
 * `ValidationError` for a cursor of another list.
 */
export async function pageById<T extends { readonly id: string }>(
  { perPage, cursor }: PageRequest,
  read: (limit: number, olderThan?: string) => Promise<T[]>,
): Promise<Page<T>> {
  const found = await read(perPage + 1, cursor === undefined ? undefined : decodeCursor(cursor, idOf));
  const items = found.slice(0, perPage);
  const last = items.at(-1);
  return { items, nextCursor: last && found.length > items.length ? encodeCursor(last.id) : null };
}

function idOf(id = '', ...more: string[]): string | undefined {
  return isUuid(id) && more.length === 0 ? id : undefined;
}
