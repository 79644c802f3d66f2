import { Money, type Tx } from '@app/kernel';
import { Database, SQLSTATE, sqlStateOf, statement, violatedConstraint, type SqlParameter } from '@app/platform';
import { Injectable } from '@nestjs/common';
import {
  LedgerStore,
  type LockRequest,
  type NewWallet,
  type PostedEntry,
  type RecallRequest,
  type Recollection,
} from '../application/ports';
import type { HoldOutcome, RecordedHold } from '../domain/hold';
import type { LedgerChanges, RecordedPosting } from '../domain/ledger-batch';
import type { Wallet } from '../domain/wallet';
import { WALLET_COLUMNS, referenceOf, walletOf, type WalletRow } from './postgres-rows';

const ADD_WALLET = statement(
  'ledger.wallets.add',
  `INSERT INTO wallets (id, account_id, currency, lane) VALUES ($1, $2, $3, $4)
   ON CONFLICT (account_id, lane) DO NOTHING`,
);

// NO KEY UPDATE conflicts with every other writer of the wallet, but not with rows elsewhere that refer to it.
const LOCK = statement(
  'ledger.wallets.lock',
  `SELECT ${WALLET_COLUMNS} FROM wallets
   WHERE id = ANY (ARRAY(SELECT unnest($1::uuid[]) UNION SELECT wallet_id FROM holds WHERE id = ANY ($2::uuid[])))
   ORDER BY id FOR NO KEY UPDATE`,
);

const RECALL_ENTRIES = statement(
  'ledger.entries.recall',
  `SELECT id, idempotency_key, kind, reference_type, reference_id FROM journal_entries
   WHERE idempotency_key = ANY ($1::text[])`,
);

const HOLD_COLUMNS = 'h.id, h.wallet_id, h.currency, h.amount, h.reference_type, h.reference_id, r.outcome, r.entry_id';

const RECALL_HOLDS = statement(
  'ledger.holds.recall',
  `SELECT ${HOLD_COLUMNS} FROM holds h LEFT JOIN hold_resolutions r ON r.hold_id = h.id
   WHERE h.id = ANY ($1::uuid[])`,
);

const RECALL_HOLDS_OF = statement(
  'ledger.holds.recall-of-references',
  `SELECT ${HOLD_COLUMNS} FROM unnest($1::text[], $2::uuid[]) AS q (type, id)
   JOIN holds h ON h.reference_type = q.type AND h.reference_id = q.id
   LEFT JOIN hold_resolutions r ON r.hold_id = h.id`,
);

/** One statement for whatever a batch contains: it happens as a whole, in one round trip, and the triggers see it whole. */
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
   )
   INSERT INTO postings (entry_id, wallet_id, platform_account, currency, amount, balance_before, balance_after,
     wallet_version, movement_type, visible)
   SELECT * FROM unnest($22::uuid[], $23::uuid[], $24::text[], $25::text[], $26::numeric[], $27::numeric[],
     $28::numeric[], $29::bigint[], $30::text[], $31::boolean[])`,
);

/** Constraints on which two batches can meet that lock no wallet in common. */
const RACED = new Set(['journal_entries_idempotency_key_key', 'holds_reference_key']);

/** Carries the SQLSTATE of a serialization failure, on which the unit of work runs again and then sees the other. */
export class RacedBatchError extends Error {
  readonly code = SQLSTATE.serializationFailure;
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
  entry_id: string | null;
}

@Injectable()
export class PostgresLedgerStore extends LedgerStore {
  constructor(private readonly db: Database) {
    super();
  }

  async addWallet(tx: Tx, { id, accountId, currency, lane }: NewWallet): Promise<boolean> {
    return (await this.db.in(tx).execute(ADD_WALLET, [id, accountId, currency, lane])) === 1;
  }

  async lock(tx: Tx, { walletIds, holdIds }: LockRequest): Promise<Wallet[]> {
    if (walletIds.length + holdIds.length === 0) return [];
    return (await this.db.in(tx).query<WalletRow>(LOCK, [walletIds, holdIds])).map(walletOf);
  }

  async recall(tx: Tx, { idempotencyKeys, holdIds, holdReferences }: RecallRequest): Promise<Recollection> {
    const within = this.db.in(tx);
    const entries = idempotencyKeys.length ? await within.query<EntryRow>(RECALL_ENTRIES, [idempotencyKeys]) : [];
    const holds = holdIds.length ? await within.query<HoldRow>(RECALL_HOLDS, [holdIds]) : [];
    const [types, ids] = [holdReferences.map(({ type }) => type), holdReferences.map(({ id }) => id)];
    const holdsOf = types.length ? await within.query<HoldRow>(RECALL_HOLDS_OF, [types, ids]) : [];
    return { entries: entries.map(postedEntryOf), holds: [...holds, ...holdsOf].map(recordedHoldOf) };
  }

  async write(tx: Tx, changes: LedgerChanges): Promise<void> {
    try {
      await this.db.in(tx).execute(WRITE, parametersOf(changes));
    } catch (error) {
      const constraint = violatedConstraint(error);
      if (sqlStateOf(error) === SQLSTATE.uniqueViolation && constraint && RACED.has(constraint)) {
        throw new RacedBatchError(`another transaction wrote the same key first (${constraint})`, { cause: error });
      }
      throw error;
    }
  }
}

function parametersOf({ wallets, entries, postings, holds, resolutions }: LedgerChanges): SqlParameter[] {
  // In one order for everybody: whoever waits for another's key holds none that the other waits for.
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
    ...postingParametersOf(postings),
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
    resolution: row.outcome && {
      holdId: row.id,
      outcome: row.outcome,
      entryId: row.entry_id,
    },
  };
}
