import { Money, RetryTransactionError, type Tx } from '@app/kernel';
import { Database, SQLSTATE, sqlStateOf, statement, violatedConstraint, type SqlParameter } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { LedgerStore, type LockedRows, type LockRequest, type NewWallet, type PostedEntry } from '../application/ports';
import type { HoldOutcome, RecordedHold } from '../domain/hold';
import { JournalEntry } from '../domain/journal-entry';
import type { LedgerChanges, RecordedPosting } from '../domain/ledger-batch';
import type { PlatformAccount } from '../domain/platform-account';
import type { Posting, WalletPosting } from '../domain/posting';
import type { TypeTotals } from '../domain/wallet-totals';
import { referenceOf, walletOf, type WalletRow } from './postgres-rows';

const ADD_WALLET = statement(
  'ledger.wallets.add',
  `INSERT INTO wallets (id, account_id, currency, lane, time_zone) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (account_id, lane) DO NOTHING`,
);

// Defined in the migration of the wallet totals, which says why it is a function.
const LOCK = statement(
  'ledger.lock',
  'SELECT wallets, entries, holds FROM ledger_lock($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[])',
);

const FIND_ENTRY = statement(
  'ledger.entries.find',
  `SELECT e.kind, e.reference_type, e.reference_id, e.idempotency_key, e.memo, e.occurred_at, p.wallet_id,
          p.platform_account, p.currency, p.amount, p.movement_type, p.visible
     FROM journal_entries e JOIN postings p ON p.entry_id = e.id
    WHERE e.idempotency_key = $1 ORDER BY p.id`,
);

// Defined in the migration of the time zones, which says how it leaves the wallets unlocked for most of the time.
const SET_TIME_ZONE = statement(
  'ledger.set-time-zone',
  `SELECT ledger_set_time_zone($1, $2)
   WHERE EXISTS (SELECT FROM wallets WHERE account_id = $1::uuid AND time_zone <> $2::text)`,
);

/** The day of the postings' `created_at`, which has milliseconds, in the zone of the wallet `w`. */
const TODAY = `(statement_timestamp()::timestamptz(3) AT TIME ZONE w.time_zone)::date`;

/** The sum before this statement: all parts of a statement see the same snapshot. It is only evaluated for a new day. */
const VISIBLE_BEFORE = (column: 'total_in' | 'total_out') =>
  `COALESCE((SELECT sum(${column}) FROM wallet_totals WHERE wallet_id = w.id AND visible), 0)`;

/** One statement for everything in a batch: atomic, one round trip, and the triggers see the batch as a whole. */
const WRITE = statement(
  'ledger.write',
  `WITH changed_wallets AS (
     UPDATE wallets w
     SET balance = n.balance, reserved = n.reserved, version = n.version, last_cause = n.cause,
       updated_at = statement_timestamp()
     FROM unnest($1::uuid[], $2::numeric[], $3::numeric[], $4::bigint[], $5::text[])
       AS n (id, balance, reserved, version, cause)
     WHERE w.id = n.id
   ), new_entries AS (
     INSERT INTO journal_entries (id, kind, reference_type, reference_id, idempotency_key, memo, occurred_at)
     SELECT * FROM unnest($6::uuid[], $7::text[], $8::text[], $9::uuid[], $10::text[], $11::text[], $12::timestamptz[])
   ), new_holds AS (
     INSERT INTO holds (id, wallet_id, currency, amount, reference_type, reference_id)
     SELECT * FROM unnest($13::uuid[], $14::uuid[], $15::text[], $16::numeric[], $17::text[], $18::uuid[])
   ), new_resolutions AS (
     INSERT INTO hold_resolutions (hold_id, outcome, entry_id)
     SELECT * FROM unnest($19::uuid[], $20::text[], $21::uuid[])
   ), added_totals AS (
     INSERT INTO wallet_totals AS t (wallet_id, movement_type, visible, total_in, count_in, total_out, count_out)
     SELECT * FROM unnest($22::uuid[], $23::text[], $24::boolean[], $25::numeric[], $26::bigint[], $27::numeric[],
       $28::bigint[])
     ON CONFLICT (wallet_id, movement_type, visible) DO UPDATE
     SET total_in = t.total_in + excluded.total_in, count_in = t.count_in + excluded.count_in,
       total_out = t.total_out + excluded.total_out, count_out = t.count_out + excluded.count_out
   ), opened_days AS (
     INSERT INTO wallet_days (wallet_id, day, total_in, total_out, balance)
     SELECT w.id, ${TODAY}, ${VISIBLE_BEFORE('total_in')}, ${VISIBLE_BEFORE('total_out')}, w.balance
     FROM wallets w
     WHERE w.id = ANY ($22::uuid[])
       AND NOT EXISTS (SELECT FROM wallet_days d WHERE d.wallet_id = w.id AND d.day >= ${TODAY})
   )
   INSERT INTO postings (entry_id, wallet_id, platform_account, currency, amount, balance_before, balance_after,
     wallet_version, movement_type, visible)
   SELECT * FROM unnest($29::uuid[], $30::uuid[], $31::text[], $32::text[], $33::numeric[], $34::numeric[],
     $35::numeric[], $36::bigint[], $37::text[], $38::boolean[])`,
);

/** Unique constraints that two batches can violate although they lock no common wallet. */
const RACED = new Set(['journal_entries_idempotency_key_key', 'holds_reference_key']);

interface LockRow {
  wallets: WalletRow[] | null;
  entries: EntryRow[] | null;
  holds: HoldRow[] | null;
}

interface EntryRow {
  id: string;
  idempotency_key: string;
  kind: string;
  reference_type: string | null;
  reference_id: string | null;
}

interface HoldRow {
  id: string;
  wallet_id: string;
  currency: string;
  amount: string;
  reference_type: string;
  reference_id: string;
  outcome: HoldOutcome | null;
}

type PostedRow = Omit<EntryRow, 'id'> & { memo: string | null; occurred_at: Date; currency: string; amount: string } & (
    | { wallet_id: string; movement_type: WalletPosting['movementType']; visible: boolean }
    | { wallet_id: null; platform_account: PlatformAccount }
  );

/** Locks wallets and writes batches, each in one round trip. */
@Injectable()
export class PostgresLedgerStore extends LedgerStore {
  constructor(private readonly db: Database) {
    super();
  }

  async addWallet(tx: Tx, { id, accountId, currency, lane, timeZone }: NewWallet): Promise<boolean> {
    return (await this.db.in(tx).execute(ADD_WALLET, [id, accountId, currency, lane, timeZone])) === 1;
  }

  async setTimeZone(tx: Tx, accountId: string, timeZone: string): Promise<void> {
    await this.db.in(tx).query(SET_TIME_ZONE, [accountId, timeZone]);
  }

  async lock(tx: Tx, request: LockRequest): Promise<LockedRows> {
    const { walletIds = [], holdIds = [], holdReferences = [], idempotencyKeys = [] } = request;
    const [types, ids] = [holdReferences.map(({ type }) => type), holdReferences.map(({ id }) => id)];
    const rows = await this.db.in(tx).query<LockRow>(LOCK, [walletIds, holdIds, idempotencyKeys, types, ids]);
    const { wallets, entries, holds } = rows[0] as LockRow;
    return {
      wallets: (wallets ?? []).map((row) => walletOf(row)),
      entries: (entries ?? []).map(postedEntryOf),
      holds: (holds ?? []).map(recordedHoldOf),
    };
  }

  async find(tx: Tx, idempotencyKey: string): Promise<JournalEntry | undefined> {
    const rows = await this.db.in(tx).query<PostedRow>(FIND_ENTRY, [idempotencyKey]);
    const [first] = rows;
    if (!first) return undefined;
    const { kind, memo, occurred_at: occurredAt } = first;
    const reference = referenceOf(first);
    return JournalEntry.create({ kind, reference, idempotencyKey, memo, occurredAt, postings: rows.map(postingOf) });
  }

  async write(tx: Tx, changes: LedgerChanges): Promise<void> {
    try {
      await this.db.in(tx).execute(WRITE, parametersOf(changes));
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (sqlStateOf(error) === SQLSTATE.uniqueViolation && constraint && RACED.has(constraint)) {
        throw new RetryTransactionError(`another transaction wrote the same key first (${constraint})`, {
          cause: error,
        });
      }
      throw error;
    }
  }
}

function postingOf(row: PostedRow): Posting {
  const amount = Money.of(row.amount, row.currency);
  if (row.wallet_id === null) return { side: 'platform', account: row.platform_account, amount };
  const { wallet_id: walletId, movement_type: movementType, visible } = row;
  return { side: 'wallet', walletId, amount, movementType, visible };
}

function parametersOf({ wallets, entries, postings, totals, holds, resolutions }: LedgerChanges): SqlParameter[] {
  // Every batch inserts its keys in the same order, so two batches never wait for each other's keys.
  const sorted = [...entries].sort((a, b) => (a.entry.idempotencyKey < b.entry.idempotencyKey ? -1 : 1));
  return [
    wallets.map(({ id }) => id),
    wallets.map(({ balances }) => balances.balance.toFixed()),
    wallets.map(({ balances }) => balances.reserved.toFixed()),
    wallets.map(({ version }) => version),
    wallets.map(({ cause }) => cause),
    sorted.map(({ id }) => id),
    sorted.map(({ entry }) => entry.kind),
    sorted.map(({ entry }) => entry.reference?.type ?? null),
    sorted.map(({ entry }) => entry.reference?.id ?? null),
    sorted.map(({ entry }) => entry.idempotencyKey),
    sorted.map(({ entry }) => entry.memo),
    sorted.map(({ entry }) => entry.occurredAt.toISOString()),
    holds.map(({ id }) => id),
    holds.map(({ walletId }) => walletId),
    holds.map(({ amount }) => amount.currency),
    holds.map(({ amount }) => amount.toFixed()),
    holds.map(({ reference }) => reference.type),
    holds.map(({ reference }) => reference.id),
    resolutions.map(({ holdId }) => holdId),
    resolutions.map(({ outcome }) => outcome),
    resolutions.map(({ entryId }) => entryId),
    ...totalsParametersOf(totals),
    ...postingParametersOf(postings),
  ];
}

function totalsParametersOf(totals: readonly TypeTotals[]): SqlParameter[] {
  return [
    totals.map(({ walletId }) => walletId),
    totals.map(({ type }) => type),
    totals.map(({ visible }) => visible),
    totals.map(({ totalIn }) => totalIn.toFixed()),
    totals.map(({ countIn }) => countIn),
    totals.map(({ totalOut }) => totalOut.toFixed()),
    totals.map(({ countOut }) => countOut),
  ];
}

function postingParametersOf(postings: readonly RecordedPosting[]): SqlParameter[] {
  return [
    postings.map(({ entryId }) => entryId),
    postings.map(({ posting }) => (posting.side === 'wallet' ? posting.walletId : null)),
    postings.map(({ posting }) => (posting.side === 'platform' ? posting.account : null)),
    postings.map(({ posting }) => posting.amount.currency),
    postings.map(({ posting }) => posting.amount.toFixed()),
    postings.map(({ link }) => link?.before.toFixed() ?? null),
    postings.map(({ link }) => link?.after.toFixed() ?? null),
    postings.map(({ link }) => link?.version ?? null),
    postings.map(({ posting }) => (posting.side === 'wallet' ? posting.movementType : null)),
    postings.map(({ posting }) => posting.side === 'wallet' && posting.visible),
  ];
}

function postedEntryOf(row: EntryRow): PostedEntry {
  return { id: row.id, idempotencyKey: row.idempotency_key, kind: row.kind, reference: referenceOf(row) };
}

function recordedHoldOf(row: HoldRow): RecordedHold {
  return {
    id: row.id,
    walletId: row.wallet_id,
    amount: Money.of(row.amount, row.currency),
    reference: { type: row.reference_type, id: row.reference_id },
    status: row.outcome ?? 'open',
  };
}
