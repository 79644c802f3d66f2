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
