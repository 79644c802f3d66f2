import { currencies, digitsOf } from '@app/kernel';
import { statement, type Statement } from '@app/platform';

/** One rule of the books, and the statement that finds the rows violating it. */
export interface BooksRule {
  readonly name: string;
  /** The table of the rows that violate the rule. */
  readonly table: string;
  readonly find: Statement;
}

/** `select` returns the violating rows as `id` and `detail`, and no rows while the books are right. */
export function rule(name: string, table: string, select: string): BooksRule {
  const find = statement(`books.${name}`, `SELECT id::text, detail FROM (${select}) AS v ORDER BY v.id LIMIT $1`);
  return { name, table, find };
}

const CURRENCIES = currencies()
  .map((currency) => `('${currency}', ${digitsOf(currency)})`)
  .join(', ');

/** The table of currencies and their digits, for a FROM or a JOIN. */
export const CURRENCY_DIGITS = `(VALUES ${CURRENCIES}) AS c (currency, digits)`;

/** The rule that these amounts of a table, which are in the currency `of`, have no more decimals than it. */
export function digitsRule(name: string, table: string, amounts: readonly string[], of = 'currency'): BooksRule {
  const tooFine = amounts.map((amount) => `COALESCE(min_scale(t.${amount}) > c.digits, false)`).join(' OR ');
  const shown = amounts.map((amount) => `t.${amount}`).join(', ');
  return rule(
    name,
    table,
    `SELECT t.id, format('%s in %s, which has %s decimals', concat_ws(', ', ${shown}), t.${of},
       COALESCE(c.digits::text, 'no known')) AS detail
     FROM ${table} t LEFT JOIN ${CURRENCY_DIGITS} ON c.currency = t.${of}
     WHERE c.digits IS NULL OR ${tooFine}`,
  );
}
