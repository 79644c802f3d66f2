import type { Money, Page } from '@app/kernel';
import { ListPage } from './envelope';
import type { PageQueryDto } from './page-query.dto';

/** How many items of a list are in one currency, and the sum of their amounts as decimal text. */
export interface Total {
  currency: string;
  count: number;
  amount: string;
}

/** A page of a list whose filter shows totals; they are null on further pages. */
export function pageWithTotals<T, J>(
  query: PageQueryDto,
  page: Page<T>,
  totals: readonly { count: number; amount: Money }[] | null,
  toJson: (item: T) => J,
): ListPage<J> {
  const { data, meta } = pageOf(query, page, toJson);
  const shown = totals?.map(({ count, amount }) => ({ currency: amount.currency, count, amount: amount.toFixed() }));
  return new ListPage(data, { ...meta, totals: shown ?? null });
}

/** One page of a list. */
export function pageOf<T, J>(
  { per_page }: PageQueryDto,
  { items, nextCursor }: Page<T>,
  toJson: (item: T) => J,
): ListPage<J> {
  return new ListPage(items.map(toJson), { per_page, next_cursor: nextCursor });
}
