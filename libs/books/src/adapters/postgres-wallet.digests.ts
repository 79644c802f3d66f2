import { UnitOfWork } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { createHash, type Hash } from 'node:crypto';
import { WalletDigests } from '../application/ports';
import type { WalletDigest } from '../domain/seal';
import { ShortSnapshots } from './short-snapshots';

const EPOCH = (column: string) => `extract(epoch FROM ${column})`;
/** Entries that are digested together. Part of the format of seals. */
const BLOCK = 1_000;
/** Postings of wallets that one statement reads. */
const PER_STATEMENT = 20 * BLOCK;
const WALLETS_PER_STATEMENT = 1_000;
/** Statements at the same time. */
const LANES = 2;

/**
 * The digests of the blocks of the wallets `$1`, of each the versions above `$2` up to `$3`. The canonical text of an entry
 * is the JSON of its columns and of all its postings; no session setting changes it.
 */
const BLOCKS = statement(
  'books.digests.blocks',
  `WITH given AS MATERIALIZED (
     SELECT p.wallet_id, p.wallet_version, p.entry_id
     FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS g (id, above, up_to) CROSS JOIN LATERAL (
       SELECT * FROM postings p WHERE p.wallet_id = g.id AND p.wallet_version > g.above AND p.wallet_version <= g.up_to
       OFFSET 0) p
   ), entries AS MATERIALIZED (
     SELECT e.id, sha256(convert_to(json_build_array(
         e.id, e.kind, e.reference_type, e.reference_id, e.idempotency_key, e.memo, ${EPOCH('e.occurred_at')},
         ${EPOCH('e.created_at')},
         json_agg(json_build_array(p.id, p.wallet_id, p.platform_account, p.currency, trim_scale(p.amount),
           trim_scale(p.balance_before), trim_scale(p.balance_after), p.wallet_version, p.movement_type, p.visible,
           ${EPOCH('p.created_at')}) ORDER BY p.id))::text, 'UTF8')) AS digest
     FROM (SELECT * FROM journal_entries WHERE id = ANY (ARRAY(SELECT entry_id FROM given))) e
       JOIN (SELECT * FROM postings WHERE entry_id = ANY (ARRAY(SELECT entry_id FROM given))) p ON p.entry_id = e.id
     GROUP BY e.id, e.kind, e.reference_type, e.reference_id, e.idempotency_key, e.memo, e.occurred_at, e.created_at
   )
   SELECT g.wallet_id AS id, sha256(string_agg(e.digest, ''::bytea ORDER BY g.wallet_version)) AS digest
   FROM given g JOIN entries e ON e.id = g.entry_id
   GROUP BY g.wallet_id, (g.wallet_version - 1) / ${BLOCK} ORDER BY g.wallet_id, (g.wallet_version - 1) / ${BLOCK}`,
);

const WALLETS = statement(
  'books.digests.wallets',
  `SELECT id, account_id, currency, version FROM wallets WHERE id = ANY ($1::uuid[])`,
);

const VERSIONS = statement('books.digests.versions', 'SELECT id AS "walletId", version FROM wallets ORDER BY id');

interface WalletRow {
  id: string;
  account_id: string;
  currency: string;
  version: string;
}
interface BlockRow {
  id: string;
  digest: Buffer;
}
type Sealed = Pick<WalletDigest, 'walletId' | 'version'>;

/** Some versions of a wallet. */
interface Piece {
  readonly walletId: string;
  readonly above: number;
  readonly upTo: number;
}

/**
 * Computes digests in the database, some thousands of entries at a time, without cost for those who post. Digests of
 * entries are digested in blocks, and the blocks once more.
 */
@Injectable()
export class PostgresWalletDigests extends WalletDigests {
  private readonly snapshots: ShortSnapshots;

  constructor(db: Database, uow: UnitOfWork) {
    super();
    this.snapshots = new ShortSnapshots(db, uow);
  }

  async computeAll(): Promise<WalletDigest[]> {
    const rows = await this.snapshots.read<{ walletId: string; version: string }>(VERSIONS, []);
    return this.computeUpTo(rows.map(({ walletId, version }) => ({ walletId, version: Number(version) })));
  }

  async computeUpTo(versions: readonly Sealed[]): Promise<WalletDigest[]> {
    const hashes = new Map<string, Hash>(versions.map(({ walletId }) => [walletId, createHash('sha256')]));
    for await (const rows of this.blocks(versions)) {
      for (const { id, digest } of rows) hashes.get(id)?.update(digest);
    }
    const digests: WalletDigest[] = [];
    for (const { id, account_id: accountId, currency, version } of await this.wallets(versions)) {
      const digest = hashes.get(id)?.digest('hex') ?? '';
      digests.push({ walletId: id, accountId, currency, version: Number(version), digest });
    }
    return digests.sort((one, other) => (one.walletId < other.walletId ? -1 : 1));
  }

  /** In the order of the versions of each wallet. The next statement runs while the rows of one are used. */
  private async *blocks(versions: readonly Sealed[]): AsyncGenerator<BlockRow[]> {
    const running: Promise<BlockRow[]>[] = [];
    try {
      for (const pieces of statementsOf(versions)) {
        const rows = this.readBlocks(pieces);
        // It may fail while an earlier one is awaited, and is awaited itself later.
        rows.catch(() => undefined);
        running.push(rows);
        if (running.length === LANES) yield await (running.shift() as Promise<BlockRow[]>);
      }
      while (running.length > 0) yield await (running.shift() as Promise<BlockRow[]>);
    } finally {
      await Promise.allSettled(running);
    }
  }

  private readBlocks(pieces: readonly Piece[]): Promise<BlockRow[]> {
    const [ids, above] = [pieces.map(({ walletId }) => walletId), pieces.map((piece) => piece.above)];
    return this.snapshots.read<BlockRow & object>(BLOCKS, [ids, above, pieces.map(({ upTo }) => upTo)]);
  }

  private async wallets(versions: readonly Sealed[]): Promise<WalletRow[]> {
    const rows: WalletRow[] = [];
    for (let at = 0; at < versions.length; at += WALLETS_PER_STATEMENT) {
      const ids = versions.slice(at, at + WALLETS_PER_STATEMENT).map(({ walletId }) => walletId);
      rows.push(...(await this.snapshots.read<WalletRow & object>(WALLETS, [ids])));
    }
    return rows;
  }
}

/** The pieces that one statement each reads: whole blocks of few wallets, or some wallets. */
function* statementsOf(versions: readonly Sealed[]): Generator<Piece[]> {
  let pieces: Piece[] = [];
  let postings = 0;
  for (const { walletId, version } of versions) {
    for (let above = 0; above < version; above += PER_STATEMENT) {
      const upTo = Math.min(above + PER_STATEMENT, version);
      if (postings + upTo - above > PER_STATEMENT || pieces.length === WALLETS_PER_STATEMENT) {
        yield pieces;
        [pieces, postings] = [[], 0];
      }
      pieces.push({ walletId, above, upTo });
      postings += upTo - above;
    }
  }
  if (pieces.length > 0) yield pieces;
}
