import { Complaints, type Page } from '@app/kernel';
import { success, type Success } from './envelope';

export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 50;

/** The part of a list to return. */
export interface PageRequest {
  perPage: number;
  /** The `next_cursor` of the page before; the list refuses one that it did not issue. */
  cursor: string | undefined;
}

/** Reads `per_page` and `cursor` of a query. Throws a `ValidationError` that names what cannot be used. */
export function parsePageRequest(query: Readonly<Record<string, unknown>>): PageRequest {
  const complaints = new Complaints();
  const { per_page: size = String(DEFAULT_PER_PAGE), cursor } = query;
  const perPage = typeof size === 'string' && /^\d{1,3}$/.test(size) ? Number(size) : 0;
  if (perPage < 1 || perPage > MAX_PER_PAGE) {
    complaints.add('per_page', `The per_page must be a whole number from 1 to ${MAX_PER_PAGE}.`);
  }
  if (cursor !== undefined && (typeof cursor !== 'string' || cursor === '')) {
    complaints.add('cursor', 'The cursor must be the next_cursor of another page.');
  }
  complaints.throwIfAny();
  return { perPage, cursor: cursor as string | undefined };
}

export interface PageSuccess<T> extends Success<T[]> {
  meta: { per_page: number; next_cursor: string | null };
}

/** The envelope of one page of a list. */
export function pageOf<T, J>(
  message: string,
  { perPage }: PageRequest,
  { items, nextCursor }: Page<T>,
  toJson: (item: T) => J,
): PageSuccess<J> {
  return { ...success(message, items.map(toJson)), meta: { per_page: perPage, next_cursor: nextCursor } };
}
