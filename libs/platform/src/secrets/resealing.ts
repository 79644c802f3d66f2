import type { UnitOfWork } from '@app/kernel';
import type { Database } from '../database/database';
import type { SqlParameter, Statement } from '../database/statement';
import type { Sealer } from './sealer';

/** Rows that are locked and written in one transaction. */
const BATCH = 200;

/** A column of sealed text. The library that owns the table declares it. */
export interface SealedColumn {
  /** Names it in the report. */
  readonly name: string;
  /** A key before all others. */
  readonly start: readonly string[];
  /** $1: the key of the last row of the batch before; $2: how many rows. The rows, locked: `key text[]`, `sealed`. */
  readonly read: Statement;
  /** One array for each part of the key, then the sealed texts and, with `storesKeyId`, the id of the key. */
  readonly write: Statement;
  readonly storesKeyId?: boolean;
  /** The context that the row's text is sealed for. */
  contextOf(key: readonly string[]): string;
}

export interface ResealReport {
  /** Rows that are sealed with the current key since this call. */
  resealed: number;
  /** Rows that neither key opens, which stay as they are. */
  unreadable: number;
}

interface SealedRow {
  key: string[];
  sealed: Buffer;
}

/**
 * Seals what the previous key sealed with the current one, in small transactions beside a running service. A call that is
 * cut short loses nothing: the next one finds what is left.
 */
export class Resealing {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly sealer: Sealer,
  ) {}

  /** Identifies the key that everything is sealed with afterwards. */
  get keyId(): string {
    return this.sealer.keyId;
  }

  async reseal(column: SealedColumn): Promise<ResealReport> {
    const report: ResealReport = { resealed: 0, unreadable: 0 };
    let after: readonly string[] | undefined = column.start;
    while (after) after = await this.resealBatch(column, after, report);
    return report;
  }

  /** Returns the last key of the batch; undefined after the last batch. */
  private resealBatch(
    column: SealedColumn,
    after: readonly string[],
    report: ResealReport,
  ): Promise<readonly string[] | undefined> {
    return this.uow.run(async (tx) => {
      const rows = await this.db.in(tx).query<SealedRow & Record<string, unknown>>(column.read, [after, BATCH]);
      const changed: SealedRow[] = [];
      for (const { key, sealed } of rows) {
        try {
          const resealed = this.sealer.reseal(sealed, column.contextOf(key));
          if (resealed) changed.push({ key, sealed: resealed });
        } catch {
          report.unreadable += 1;
        }
      }
      if (changed.length > 0) await this.db.in(tx).execute(column.write, this.parametersOf(column, changed));
      report.resealed += changed.length;
      return rows.length === BATCH ? rows.at(-1)?.key : undefined;
    });
  }

  private parametersOf({ start, storesKeyId }: SealedColumn, rows: readonly SealedRow[]): SqlParameter[] {
    return [
      ...start.map((_, part) => rows.map(({ key }) => key[part] ?? '')),
      rows.map(({ sealed }) => sealed),
      ...(storesKeyId ? [this.sealer.keyId] : []),
    ];
  }
}
