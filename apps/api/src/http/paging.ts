import type { Money, Page } from '@app/kernel';
import { success, type Success } from './envelope';
import type { PageQueryDto } from './page-query.dto';

export interface PageSuccess<T> extends Success<T[]> {
  meta: { per_page: number; next_cursor: string | null };
}

/** How many items of a list are in one currency, and the sum of their amounts as decimal text. */
export interface Total {
  currency: string;
  count: number;
  amount: string;
}

/** The envelope of one page of a list whose filter shows totals; they are null on further pages. */
export function pageWithTotals<T, J>(
  message: string,
  query: PageQueryDto,
  page: Page<T>,
  totals: readonly { count: number; amount: Money }[] | null,
  toJson: (item: T) => J,
): PageSuccess<J> & { meta: { totals: Total[] | null } } {
  const { data, meta, ...rest } = pageOf(message, query, page, toJson);
  const shown = totals?.map(({ count, amount }) => ({ currency: amount.currency, count, amount: amount.toFixed() }));
  return { ...rest, data, meta: { ...meta, totals: shown ?? null } };
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
