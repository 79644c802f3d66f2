import { UnitOfWork } from '@app/kernel';
import { Database, statement, type SqlParameter, type Statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { WalletDigests } from '../application/ports';
import type { WalletDigest } from '../domain/seal';
import { readingWholeTables } from './whole-tables';

const EPOCH = (column: string) => `extract(epoch FROM ${column})`;

/**
 * The canonical text of an entry is the JSON of its columns and of all its postings; no session setting changes it.
 * Digests of entries are digested in blocks, and the blocks once more, so that a wallet with millions of postings takes
 * no more memory than one with a thousand. `wallets` selects `id, account_id, currency, version, up_to`.
 */
const digestsOf = (wallets: string) => `
  WITH sealed AS (${wallets}), entries AS (
    SELECT e.id, sha256(convert_to(json_build_array(
        e.id, e.kind, e.reference_type, e.reference_id, e.idempotency_key, e.memo, ${EPOCH('e.occurred_at')},
        ${EPOCH('e.created_at')},
        json_agg(json_build_array(p.id, p.wallet_id, p.platform_account, p.currency, trim_scale(p.amount),
          trim_scale(p.balance_before), trim_scale(p.balance_after), p.wallet_version, p.movement_type, p.visible,
          ${EPOCH('p.created_at')}) ORDER BY p.id))::text, 'UTF8')) AS digest
    FROM journal_entries e JOIN postings p ON p.entry_id = e.id GROUP BY e.id
  ), blocks AS (
    SELECT p.wallet_id, (p.wallet_version - 1) / 1000 AS block,
      sha256(string_agg(e.digest, ''::bytea ORDER BY p.wallet_version)) AS digest
    FROM sealed s JOIN postings p ON p.wallet_id = s.id AND p.wallet_version <= s.up_to JOIN entries e ON e.id = p.entry_id
    GROUP BY p.wallet_id, (p.wallet_version - 1) / 1000
  )
  SELECT s.id, s.account_id, s.currency, s.version,
    encode(sha256(COALESCE(string_agg(b.digest, ''::bytea ORDER BY b.block), ''::bytea)), 'hex') AS digest
  FROM sealed s LEFT JOIN blocks b ON b.wallet_id = s.id GROUP BY s.id, s.account_id, s.currency, s.version
  ORDER BY s.id`;

const OF_ALL = statement(
  'books.digests',
  digestsOf('SELECT id, account_id, currency, version, version AS up_to FROM wallets'),
);

export const UP_TO = statement(
  'books.digests.up-to',
  digestsOf(`SELECT w.id, w.account_id, w.currency, w.version, q.up_to
    FROM unnest($1::uuid[], $2::bigint[]) AS q (id, up_to) JOIN wallets w ON w.id = q.id`),
);

interface DigestRow {
  id: string;
  account_id: string;
  currency: string;
  version: string;
  digest: string;
}

/** Computes digests in the database: set-based, without cost for those who post. */
@Injectable()
export class PostgresWalletDigests extends WalletDigests {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
  ) {
    super();
  }

  computeAll(): Promise<WalletDigest[]> {
    return this.read(OF_ALL, []);
  }

  computeUpTo(versions: readonly Pick<WalletDigest, 'walletId' | 'version'>[]): Promise<WalletDigest[]> {
    return this.read(UP_TO, [versions.map(({ walletId }) => walletId), versions.map(({ version }) => version)]);
  }

  private async read(digests: Statement, parameters: SqlParameter[]): Promise<WalletDigest[]> {
    const rows = await this.uow.run(async (tx) => {
      const run = await readingWholeTables(this.db, tx);
      return run.query<DigestRow>(digests, parameters);
    });
    return rows.map(({ id, account_id: accountId, version, ...row }) => ({
      walletId: id,
      accountId,
      version: Number(version),
      ...row,
    }));
  }
}
