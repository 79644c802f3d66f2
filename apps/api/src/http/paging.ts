import type { Page } from '@app/kernel';
import { success, type Success } from './envelope';
import type { PageQueryDto } from './page-query.dto';

export interface PageSuccess<T> extends Success<T[]> {
  meta: { per_page: number; next_cursor: string | null };
}

/** The envelope of one page of a list. */
export function pageOf<T, J>(
  message: string,
  { per_page }: PageQueryDto,
  { items, nextCursor }: Page<T>,
  toJson: (item: T) => J,
): PageSuccess<J> {
  return { ...success(message, items.map(toJson)), meta: { per_page, next_cursor: nextCursor } };
}
