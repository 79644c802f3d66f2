import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ProofRecords, type ProofLease, type ProofResult, type ProofStatus } from '../application/ports';
import type { ProvenPosition, ProvenTotal } from '../domain/position';

// While a process proves, the next proof is due when its lease ends.
const LEASED = `due_at = now() + interval '5 minutes'`;

const TAKE = statement(
  'books-proofs.take',
  `UPDATE books_proofs SET ${LEASED} WHERE due_at <= now() RETURNING due_at::text AS until`,
);

const EXTEND = statement(
  'books-proofs.extend',
  `UPDATE books_proofs SET ${LEASED} WHERE due_at = $1::text::timestamptz RETURNING due_at::text AS until`,
);

const STATUS = statement('books-proofs.status', 'SELECT proven_at, violations, open_holds FROM books_proofs');

const WALLETS = statement(
  'books-proofs.wallets',
  `SELECT wallet_id, version, balance, day::text, time_zone, totals FROM books_proven_wallets`,
);

const END = statement(
  'books-proofs.end',
  `UPDATE books_proofs SET due_at = now() + $2::bigint * interval '1 millisecond', ended_at = now(), violations = $3,
     proven_at = COALESCE($4, proven_at), open_holds = COALESCE($5::uuid[], open_holds)
   WHERE due_at = $1::text::timestamptz`,
);

const STORE = statement(
  'books-proofs.store-wallets',
  `INSERT INTO books_proven_wallets (wallet_id, version, balance, day, time_zone, totals)
   SELECT w."walletId", w.version, w.balance, w.day, w."timeZone", w.totals
   FROM jsonb_to_recordset($1::text::jsonb) AS w ("walletId" uuid, version bigint, balance numeric, day date,
     "timeZone" text, totals jsonb)
   ON CONFLICT (wallet_id) DO UPDATE SET version = excluded.version, balance = excluded.balance, day = excluded.day,
     time_zone = excluded.time_zone, totals = excluded.totals`,
);
const WALLETS_PER_STATEMENT = 1_000;

interface StatusRow {
  proven_at: Date | null;
  violations: number | null;
  open_holds: string[];
}

interface WalletRow {
  wallet_id: string;
  version: string;
  balance: string;
  day: string | null;
  time_zone: string;
  totals: ProvenTotal[];
}

@Injectable()
export class PostgresProofRecords extends ProofRecords {
  constructor(private readonly db: Database) {
    super();
  }

  async take(tx: Tx): Promise<ProofLease | undefined> {
    return (await this.db.in(tx).query<{ until: string }>(TAKE))[0];
  }

  async extend(tx: Tx, { until }: ProofLease): Promise<ProofLease | undefined> {
    return (await this.db.in(tx).query<{ until: string }>(EXTEND, [until]))[0];
  }

  async position(): Promise<ProvenPosition | undefined> {
    const [status] = await this.db.read<StatusRow>(STATUS);
    if (!status?.proven_at) return undefined;
    const rows = await this.db.read<WalletRow>(WALLETS);
    const wallets = rows.map(({ wallet_id: walletId, version, balance, day, time_zone: timeZone, totals }) => ({
      walletId,
      version: Number(version),
      balance,
      day,
      timeZone,
      totals,
    }));
    return { at: status.proven_at, openHolds: status.open_holds, wallets };
  }

  async end(tx: Tx, { until }: ProofLease, { violations, nextInMs, position, wallets }: ProofResult): Promise<void> {
    const run = this.db.in(tx);
    const { at = null, openHolds = null } = position ?? {};
    const ended = await run.execute(END, [until, nextInMs, violations, at, openHolds]);
    if (ended === 0) return;
    for (let from = 0; from < wallets.length; from += WALLETS_PER_STATEMENT) {
      await run.execute(STORE, [JSON.stringify(wallets.slice(from, from + WALLETS_PER_STATEMENT))]);
    }
  }

  async status(): Promise<ProofStatus> {
    const [row] = await this.db.read<StatusRow>(STATUS);
    return { provenAt: row?.proven_at ?? null, violations: row?.violations ?? null };
  }
}
