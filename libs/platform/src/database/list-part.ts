import { timedPosition, type ListPart, type ListPeriod } from '@app/kernel';
import type { SqlParameter } from './statement';

/** No row is as late as the first page, so its id does not matter. */
const FIRST_PAGE = ['infinity', '00000000-0000-0000-0000-000000000000'] as const;

/** Whether a row of an account's list belongs to the part that `listPartParameters` names, from $1 to $5. */
export const inListPart = (row: string, time = 'created_at') => `${row}.account_id = $1
      AND ${row}.${time} >= $2::timestamptz AND ${row}.${time} < $3::timestamptz
      AND (${row}.${time}, ${row}.id) < ($4::timestamptz, $5::uuid)`;

/**
 * The parameters of `inListPart`, and $6 for `LIMIT`: one row more than the limit shows whether a further page follows.
 * Without a limit, all rows.
 */
export function listPartParameters(
  accountId: string,
  { from, to, cursor, limit }: ListPeriod & Partial<ListPart>,
): SqlParameter[] {
  const position = cursor === undefined ? undefined : timedPosition(cursor);
  return [
    accountId,
    from?.toISOString() ?? '-infinity',
    to?.toISOString() ?? 'infinity',
    ...(position ? [position.createdAt.toISOString(), position.id] : FIRST_PAGE),
    limit === undefined ? null : limit + 1,
  ];
}
