import type { Tx, UnitOfWork } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork, poolOf, type Database, type Statement } from '@app/platform';
import type { Pool, PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import { ALL_RULES } from '../adapters/all-rules';
import type { BooksRule } from '../adapters/books-rule';
import { LEDGER_RULES } from '../adapters/ledger-rules';
import { PostgresBooksAuditor } from '../adapters/postgres-books.auditor';
import { PostgresWalletDigests } from '../adapters/postgres-wallet.digests';
import { entryHasARecord } from '../adapters/record-rules';
import { BooksProof } from '../application/books-proof';
import type { Audit } from '../application/ports';
import type { ProvenPosition } from '../domain/position';

const ROWS_PER_RULE = 20;
/** Kinds of entries that tests post, which record nothing. */
const TEST_KINDS = 'test%';

/**
 * All rules in one statement, prepared once per connection. It takes a tenth of the auditor's time, because the auditor
 * plans each rule again, for tables of any size.
 */
function inOneStatement(name: string, rules: readonly BooksRule[]): { name: string; text: string } {
  const selects = rules.map((rule) => `SELECT '${rule.name}' AS rule, * FROM (${rule.find.text}) AS violations`);
  return { name, text: selects.join(' UNION ALL ') };
}

const except = entryHasARecord(TEST_KINDS);
const ALL = inOneStatement(
  'test.books',
  ALL_RULES.map((rule) => (rule.name === except.name ? except : rule)),
);
const LEDGER_ONLY = inOneStatement('test.ledger', LEDGER_RULES);

/** The rows that violate a rule of `books:verify`, at most 20 of each. */
export async function violationsOf(
  on: Pick<Pool | PoolClient, 'query'>,
  statement = ALL,
): Promise<{ rule: string; id: string; detail: string }[]> {
  return (await on.query<{ rule: string; id: string; detail: string }>({ ...statement, values: [ROWS_PER_RULE] })).rows;
}

/** Fails with the violating rows unless the books of the database are right. */
export async function expectBooksBalanced(dataSource: DataSource): Promise<void> {
  expect(await violationsOf(poolOf(dataSource))).toEqual([]);
}

/** The rows that violate a rule of the ledger's own tables, for a ledger whose entries refer to no records. */
export async function ledgerViolationsOf(dataSource: DataSource): ReturnType<typeof violationsOf> {
  return violationsOf(poolOf(dataSource), LEDGER_ONLY);
}

/** Fails with these rows if there are any. */
export async function expectLedgerBalanced(dataSource: DataSource): Promise<void> {
  expect(await ledgerViolationsOf(dataSource)).toEqual([]);
}

/** The proof of a ledger whose entries refer to no records, by the rules of its own tables. */
export function aLedgerProof(dataSource: DataSource): BooksProof {
  const [db, uow] = [new PostgresDatabase(dataSource), new PostgresUnitOfWork(dataSource)];
  return new BooksProof(new PostgresBooksAuditor(db, uow, LEDGER_RULES), new PostgresWalletDigests(db, uow));
}

/** Proves the books as the open transaction of the connection sees them, all or since a position. */
export function auditIn(client: PoolClient, since?: ProvenPosition): Promise<Audit> {
  const run = async ({ text }: Statement, parameters: unknown[] = []) => (await client.query(text, parameters)).rows;
  const db = { in: () => ({ query: run }) } as unknown as Database;
  const uow = { run: (work: (tx: Tx) => unknown) => work({} as Tx) } as unknown as UnitOfWork;
  return new PostgresBooksAuditor(db, uow, ALL_RULES).audit(ROWS_PER_RULE, since);
}

/** The position of books without a wallet, at some minutes ago. Whatever was written since is new to it. */
export function positionOfNothing(): ProvenPosition {
  return { at: new Date(Date.now() - 30 * 60_000), openHolds: [], wallets: [] };
}
