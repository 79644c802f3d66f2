import { statement, type Statement } from '@app/platform';

export interface BooksRule {
  readonly name: string;
  /** Where the lying row is. */
  readonly table: string;
  readonly find: Statement;
}

/** `select` yields the contradicting rows as `id` and `detail`, and nothing while the books are right. */
export function rule(name: string, table: string, select: string): BooksRule {
  const find = statement(`books.${name}`, `SELECT id::text, detail FROM (${select}) AS v ORDER BY v.id LIMIT $1`);
  return { name, table, find };
}
