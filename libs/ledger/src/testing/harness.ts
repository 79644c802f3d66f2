import { ledgerViolationsOf } from '@app/books/testing';
import { Money, newId, type UnitOfWork } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork, poolOf, statement } from '@app/platform';
import type { DataSource } from 'typeorm';
import { InMemoryLedgerTables, InMemoryUnitOfWork } from './in-memory-ledger.tables';
import { InMemoryLedgerRules } from './in-memory-ledger.rules';
import { InMemoryLedgerReader } from './in-memory-ledger.reader';
import { InMemoryLedgerStore } from './in-memory-ledger.store';
import { PostgresLedgerReader } from '../adapters/postgres-ledger.reader';
import { PostgresLedgerStore } from '../adapters/postgres-ledger.store';
import { LedgerService } from '../application/ledger.service';
import type { Lane, Wallet } from '../domain/wallet';
import { aCollection } from './factories';
import { letDaysPass } from './passing-days';

const SET_ACCOUNT_ZONE = statement('test.set-account-zone', 'UPDATE accounts SET time_zone = $2 WHERE id = $1');

/** A ledger and what tests need around it. */
export interface LedgerHarness {
  readonly uow: UnitOfWork;
  readonly ledger: LedgerService;
  /** Creates an account in the time zone that can own wallets there, and returns its id. */
  newAccount(timeZone?: string): Promise<string>;
  /** Moves the account and its wallets to the time zone. */
  moveAccount(accountId: string, timeZone: string): Promise<void>;
  /** Moves everything that was posted on the wallet that many days into the past. */
  letDaysPass(walletId: string, days: number): Promise<void>;
  /** The rows that violate a rule of the ledger's own tables. */
  violations(): Promise<readonly { rule: string; id: string; detail: string }[]>;
}

/** A ledger without a database. */
export function inMemoryLedger(): LedgerHarness {
  const tables = new InMemoryLedgerTables();
  const uow = new InMemoryUnitOfWork(tables);
  const ledger = new LedgerService(new InMemoryLedgerStore(tables), new InMemoryLedgerReader(tables));
  return {
    uow,
    ledger,
    newAccount: async () => newId(),
    moveAccount: (accountId, timeZone) => uow.run((tx) => ledger.setTimeZone(tx, accountId, timeZone)),
    letDaysPass: async (walletId, days) => tables.letDaysPass(walletId, days),
    violations: async () => new InMemoryLedgerRules(tables).violations(),
  };
}

/** A ledger on a migrated database. Its entries refer to no records, so only the rules of its own tables are checked. */
export function postgresLedger(dataSource: DataSource): LedgerHarness {
  const db = new PostgresDatabase(dataSource);
  const uow = new PostgresUnitOfWork(dataSource);
  const ledger = new LedgerService(new PostgresLedgerStore(db), new PostgresLedgerReader(db));
  return {
    uow,
    ledger,
    newAccount: (timeZone) => insertAccount(dataSource, timeZone),
    moveAccount: (accountId, timeZone) =>
      uow.run(async (tx) => {
        await db.in(tx).execute(SET_ACCOUNT_ZONE, [accountId, timeZone]);
        await ledger.setTimeZone(tx, accountId, timeZone);
      }),
    letDaysPass: (walletId, days) => letDaysPass(dataSource, walletId, days),
    violations: () => ledgerViolationsOf(dataSource),
  };
}

interface WalletOptions {
  currency?: string;
  lane?: Lane;
  timeZone?: string;
  credit?: string;
}

/** A wallet of a new account, with a balance of `credit`. */
export async function aWallet(
  { uow, ledger, newAccount }: LedgerHarness,
  { currency = 'ARS', lane = 'local', timeZone = 'UTC', credit }: WalletOptions = {},
): Promise<Wallet> {
  const accountId = await newAccount(timeZone);
  return uow.run(async (tx) => {
    const wallet = await ledger.createWallet(tx, { accountId, currency, lane, timeZone });
    if (credit) await ledger.post(tx, [aCollection(wallet.id, Money.of(credit, currency))]);
    return wallet;
  });
}

async function insertAccount(dataSource: DataSource, timeZone = 'UTC'): Promise<string> {
  const id = newId();
  const slug = id.replaceAll('-', '');
  await poolOf(dataSource).query(
    `INSERT INTO accounts (id, slug, name, country, time_zone) VALUES ($1, $2, 'A merchant', 'AR', $3)`,
    [id, slug, timeZone],
  );
  return id;
}
