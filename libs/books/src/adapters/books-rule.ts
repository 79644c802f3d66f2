import { currencies, digitsOf } from '@app/kernel';
import { statement, type Statement } from '@app/platform';

/** One rule of the books, and the statement that finds the rows violating it. */
export interface BooksRule {
  readonly name: string;
  /** The table of the rows that violate the rule. */
  readonly table: string;
  /** The violating rows of the tables as this statement sees them, as `id` and `detail`. */
  readonly select: string;
  /** At most `$1` of them, in whole tables. */
  readonly find: Statement;
}

/** `select` returns the violating rows as `id` and `detail`, and no rows while the books are right. */
export function rule(name: string, table: string, select: string): BooksRule {
  const find = statement(`books.${name}`, `SELECT id::text, detail FROM (${select}) AS v ORDER BY v.id LIMIT $1`);
  return { name, table, select, find };
}

/**
 * The digits of the currency in this column; null for an unknown one. PostgreSQL hashes the lists; a join with the table of
 * currencies took a hundred times as long.
 */
export function digitsIn(column: string): string {
  const cases = [...new Set(currencies().map(digitsOf))].map((digits) => {
    const codes = currencies().filter((currency) => digitsOf(currency) === digits);
    return `WHEN ${column} = ANY ('{${codes.join(',')}}'::text[]) THEN ${digits}`;
  });
  return `CASE ${cases.join(' ')} END`;
}

/**
 * The rule that these amounts of a table, which are in the currency `of`, have no more decimals than it. `among`: the
 * condition of the rows `t` that have them.
 */
export function digitsRule(
  name: string,
  table: string,
  amounts: readonly string[],
  of = 'currency',
  among = 'true',
): BooksRule {
  const finest = `GREATEST(${amounts.map((amount) => `min_scale(t.${amount})`).join(', ')})`;
  const shown = amounts.map((amount) => `t.${amount}`).join(', ');
  const digits = digitsIn(`t.${of}`);
  return rule(
    name,
    table,
    `SELECT t.id, format('%s in %s, which has %s decimals', concat_ws(', ', ${shown}), t.${of},
       COALESCE((${digits})::text, 'no known')) AS detail
     FROM ${table} t WHERE ${among} AND COALESCE(${finest} > (${digits}), true)`,
  );
}
