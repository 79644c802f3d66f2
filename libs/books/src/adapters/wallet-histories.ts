import type { ProvenTotal, ProvenWallet } from '../domain/position';
import { NOTE, type ProofRow } from './proof-batch';
import type { ProofFindings } from './proof-findings';
import type { ShortSnapshots } from './short-snapshots';
import { PROVE_WALLETS } from './wallet-fold';

/** Most wallets have few new postings: many wallets a statement, and then the long histories one by one. */
const MANY = { wallets: 1_000, postings: 50 } as const;
const POSTINGS_OF_ONE = 20_000;

/** Where a wallet stands between two steps. `count` and `last` are its version and balance while the books are right. */
interface Standing {
  readonly id: string;
  readonly version: number;
  readonly count: number;
  readonly balance: string;
  readonly last: string | null;
  readonly day: string | null;
  /** Null before the first step, and for what is no wallet. */
  readonly zone: string | null;
  readonly totals: readonly ProvenTotal[];
}
interface Proven extends Standing {
  readonly complete: boolean;
  readonly entries: readonly string[] | null;
}

/** Proves the histories of wallets, each from where it was proven before. */
export class WalletHistories {
  constructor(
    private readonly snapshots: ShortSnapshots,
    private readonly limit: number,
    private readonly findings: ProofFindings,
    /** Takes the entries that were new. */
    private readonly onEntries?: (ids: readonly string[]) => void,
  ) {}

  /** Returns where the wallets stand now; what is no wallet is left out. `ids` have no position and are proven wholly. */
  async prove(ids: readonly string[], from: readonly ProvenWallet[] = []): Promise<ProvenWallet[]> {
    const starts = [...from.map(standingOf), ...ids.map(beginning)];
    const ends: Proven[] = [];
    for (let at = 0; at < starts.length; at += MANY.wallets) {
      const some = starts.slice(at, at + MANY.wallets);
      for (const end of await this.step(some, MANY.postings)) ends.push(await this.finish(end));
    }
    return ends.filter(({ zone }) => zone !== null).map(positionOf);
  }

  private async finish(end: Proven): Promise<Proven> {
    let last = end;
    while (!last.complete) [last] = (await this.step([last], POSTINGS_OF_ONE)) as [Proven];
    return last;
  }

  private async step(standings: readonly Standing[], postings: number): Promise<Proven[]> {
    const given = JSON.stringify(standings);
    const withEntries = this.onEntries !== undefined;
    const rows = await this.snapshots.read<ProofRow & object>(PROVE_WALLETS, [
      this.limit,
      given,
      postings,
      withEntries,
    ]);
    const ends = new Map(
      rows.filter(({ rule }) => rule === NOTE.wallet).map(({ id, detail }) => [id, JSON.parse(detail) as Proven]),
    );
    const ordered = standings.map(({ id }) => ends.get(id) as Proven);
    this.findings.add(rows);
    for (const { entries } of ordered) if (entries) this.onEntries?.(entries);
    return ordered.map((end) => ({ ...end, entries: null }));
  }
}

function beginning(id: string): Standing {
  return { id, version: 0, count: 0, balance: '0', last: '0', day: null, zone: null, totals: [] };
}

function standingOf({ walletId, version, balance, day, timeZone, totals }: ProvenWallet): Standing {
  return { id: walletId, version, count: version, balance, last: balance, day, zone: timeZone, totals };
}

function positionOf({ id, count, balance, day, zone, totals }: Proven): ProvenWallet {
  return { walletId: id, version: count, balance, day, timeZone: zone ?? 'UTC', totals };
}
