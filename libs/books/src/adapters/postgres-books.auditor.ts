import type { UnitOfWork } from '@app/kernel';
import { statement, type Database, type StatementRunner } from '@app/platform';
import { BooksAuditor, type BooksCount, type Violation } from '../application/ports';
import type { BooksRule } from './books-rule';
import { readingWholeTables } from './whole-tables';

const COUNT = statement(
  'books.count',
  `SELECT (SELECT count(*) FROM wallets) AS wallets, (SELECT count(*) FROM journal_entries) AS entries,
     (SELECT count(*) FROM postings) AS postings, (SELECT count(*) FROM holds) AS holds`,
);

/** Audits the database by these rules, in one read-only snapshot. */
export class PostgresBooksAuditor extends BooksAuditor {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly rules: readonly BooksRule[],
  ) {
    super();
  }

  audit(limit: number): Promise<{ checked: BooksCount; violations: Violation[] }> {
    return this.uow.run(async (tx) => {
      const run = await readingWholeTables(this.db, tx);
      const checked = await count(run);
      const violations: Violation[] = [];
      for (const { name, table, find } of this.rules) {
        const rows = await run.query<{ id: string; detail: string }>(find, [limit]);
        violations.push(...rows.map(({ id, detail }) => ({ rule: name, table, id, detail })));
      }
      return { checked, violations };
    });
  }
}

async function count(run: StatementRunner): Promise<BooksCount> {
  const [row] = await run.query<Record<keyof BooksCount, string>>(COUNT);
  const { wallets, entries, postings, holds } = row as Record<keyof BooksCount, string>;
  return { wallets: +wallets, entries: +entries, postings: +postings, holds: +holds };
}
