import type { UnitOfWork } from '@app/kernel';
import { statement, type Database, type Statement } from '@app/platform';
import { BooksAuditor, type Audit } from '../application/ports';
import type { ProvenPosition, ProvenWallet } from '../domain/position';
import type { BooksRule } from './books-rule';
import { batchOf, type ProofRow } from './proof-batch';
import { ProofFindings, SUM_OF_CURRENCIES } from './proof-findings';
import { ProofRows } from './proof-rows';
import { PROOF_SCOPES, type ProofScope } from './proof-scopes';
import { ShortSnapshots } from './short-snapshots';
import { FOLDED_RULES } from './wallet-fold';
import { WalletHistories } from './wallet-histories';

/**
 * How long before a position the proof from it starts again: longer than a transaction of the service stays open, and
 * than the clocks of its machines differ.
 */
const OVERLAP_MS = 15 * 60_000;

/** Batches that are proven at the same time. */
const LANES = 2;

const NOW = statement('books.now', 'SELECT now() AS at');

/** Rules that are proven once at the end, because they are about all rows together. */
const RESERVED = 'reserved_is_open_holds';
const CURRENCIES = 'currency_sums_to_zero';
const UNALLOCATED = 'unallocated_is_open_exceptions';
const APART = new Set([...FOLDED_RULES, RESERVED, CURRENCIES, UNALLOCATED]);

/** A proof under way. */
interface Proof {
  readonly snapshots: ShortSnapshots;
  readonly rows: ProofRows;
  readonly at: Date;
  readonly limit: number;
  readonly findings: ProofFindings;
  readonly since: ProvenPosition | undefined;
}

/** Proves the database by these rules, in many short transactions. */
export class PostgresBooksAuditor extends BooksAuditor {
  private readonly batches: readonly (readonly [ProofScope, Statement])[];
  private readonly reserves: Statement | undefined;

  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly rules: readonly BooksRule[],
  ) {
    super();
    this.batches = PROOF_SCOPES.map((scope): [ProofScope, BooksRule[]] => [scope, this.rulesOf(scope)])
      .filter(([, ofScope]) => ofScope.length > 0)
      .map(([scope, ofScope]) => [scope, batchOf(scope, ofScope)]);
    this.reserves = this.reservesStatement();
  }

  async audit(limit: number, since?: ProvenPosition, beforeEach?: () => Promise<void>): Promise<Audit> {
    const snapshots = new ShortSnapshots(this.db, this.uow, beforeEach);
    const [{ at }] = (await snapshots.read<{ at: Date }>(NOW, [])) as [{ at: Date }];
    const findings = new ProofFindings(this.rules, limit);
    const proof: Proof = { snapshots, rows: new ProofRows(snapshots), at, limit, findings, since };
    const newEntries = new Set<string>();
    const wallets = await this.proveHistories(proof, newEntries);
    for (const [scope, batch] of this.batches) await this.proveScope(proof, scope, batch, newEntries);
    const openHolds = [...findings.openHolds];
    await this.proveTogether(proof, openHolds);
    return { checked: findings.checked, violations: findings.violations(), position: { at, openHolds, wallets } };
  }

  private rulesOf(scope: ProofScope): BooksRule[] {
    return this.rules.filter(({ name, table }) => {
      // Postings are proven with their entries.
      const provenWith = table === 'postings' ? 'journal_entries' : table;
      return provenWith === scope.table && !APART.has(name);
    });
  }

  /** Adds the entries of the postings that were new to a wallet since the position. */
  private async proveHistories(
    { snapshots, rows, since, limit, findings }: Proof,
    newEntries: Set<string>,
  ): Promise<ProvenWallet[]> {
    const collect = (ids: readonly string[]) => {
      for (const id of ids) newEntries.add(id);
    };
    const histories = new WalletHistories(snapshots, limit, findings, since && collect);
    const known = new Set(since?.wallets.map(({ walletId }) => walletId));
    const proven = await histories.prove([], since?.wallets);
    for await (const ids of rows.all('wallets')) {
      proven.push(...(await histories.prove(ids.filter((id) => !known.has(id)))));
    }
    return proven;
  }

  private async proveScope(proof: Proof, scope: ProofScope, batch: Statement, newEntries: Set<string>): Promise<void> {
    const { snapshots, rows, at, since, limit, findings } = proof;
    const others: Record<string, readonly string[]> = {
      journal_entries: [...newEntries],
      holds: since?.openHolds ?? [],
    };
    const batches =
      since && scope.table !== 'wallets'
        ? rows.changed(scope.table, fromOf(proof), at, others[scope.table] ?? [])
        : rows.all(scope.table);
    const lane = async () => {
      for await (const keys of batches) findings.add(await snapshots.join<ProofRow & object>(batch, [limit, keys]));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }

  /** The rules about all rows: one statement each over what is bounded by wallets, open holds or exceptions. */
  private async proveTogether(proof: Proof, openHolds: readonly string[]): Promise<void> {
    const { snapshots, limit, findings } = proof;
    const find = async (name: string, select: Statement, parameters: readonly (string | number | string[])[]) => {
      const rows = await snapshots.join<{ id: string; detail: string }>(select, parameters);
      findings.add(rows.map(({ id, detail }) => ({ rule: name, id, detail })));
    };
    if (this.reserves) await find(RESERVED, this.reserves, [limit, [...openHolds], fromOf(proof).toISOString()]);
    const { left } = findings;
    const parts = [left.map(({ currency }) => currency), left.map(({ amount }) => amount)];
    if (left.length > 0) await find(CURRENCIES, SUM_OF_CURRENCIES, parts);
    const unallocated = this.rules.find(({ name }) => name === UNALLOCATED);
    if (unallocated) await find(UNALLOCATED, unallocated.find, [limit]);
  }

  /** A hold that is open now was open when its batch was proven, or was placed since. */
  private reservesStatement(): Statement | undefined {
    const reserved = this.rules.find(({ name }) => name === RESERVED);
    return (
      reserved &&
      statement(
        'books.prove-reserves',
        `WITH holds AS MATERIALIZED (
           SELECT * FROM holds WHERE id = ANY ($2::text[]::uuid[]) OR created_at >= $3::timestamptz
         ), hold_resolutions AS MATERIALIZED (
           SELECT * FROM hold_resolutions WHERE hold_id = ANY (ARRAY(SELECT id FROM holds))
         ) SELECT id::text, detail FROM (${reserved.select}) v LIMIT $1`,
      )
    );
  }
}

/** New is what was written from here on. */
function fromOf({ at, since }: Proof): Date {
  return new Date((since?.at ?? at).getTime() - OVERLAP_MS);
}
