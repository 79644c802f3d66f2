import { UnitOfWork, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { BooksAuditor, type BooksCount, type Violation } from '../application/ports';
import { BOOKS_RULES } from './books-rules';
import { COLLECTION_RULES } from './collection-rules';
import { OUTFLOW_RULES } from './outflow-rules';

// Each rule is one statement and so consistent in itself; the snapshot makes the whole report consistent.
const SNAPSHOT = statement('books.snapshot', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');

// Reading whole tables may exceed the service's statement timeout, and it gains from custom plans and parallel workers.
const WHOLE_TABLES = statement(
  'books.whole-tables',
  `SELECT set_config('statement_timeout', '0', true), set_config('plan_cache_mode', 'force_custom_plan', true),
     set_config('max_parallel_workers_per_gather', '2', true)`,
);

const COUNT = statement(
  'books.count',
  `SELECT (SELECT count(*) FROM wallets) AS wallets, (SELECT count(*) FROM journal_entries) AS entries,
     (SELECT count(*) FROM postings) AS postings, (SELECT count(*) FROM holds) AS holds`,
);

/** Audits the database in one read-only snapshot. */
@Injectable()
export class PostgresBooksAuditor extends BooksAuditor {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
  ) {
    super();
  }

  audit(limit: number): Promise<{ checked: BooksCount; violations: Violation[] }> {
    return this.uow.run(async (tx) => {
      await this.db.in(tx).execute(SNAPSHOT);
      await this.db.in(tx).execute(WHOLE_TABLES);
      const checked = await this.count(tx);
      const violations: Violation[] = [];
      for (const { name, table, find } of [...BOOKS_RULES, ...COLLECTION_RULES, ...OUTFLOW_RULES]) {
        const rows = await this.db.in(tx).query<{ id: string; detail: string }>(find, [limit]);
        violations.push(...rows.map(({ id, detail }) => ({ rule: name, table, id, detail })));
      }
      return { checked, violations };
    });
  }

  private async count(tx: Tx): Promise<BooksCount> {
    const [row] = await this.db.in(tx).query<Record<keyof BooksCount, string>>(COUNT);
    const { wallets, entries, postings, holds } = row as Record<keyof BooksCount, string>;
    return { wallets: +wallets, entries: +entries, postings: +postings, holds: +holds };
  }
}
