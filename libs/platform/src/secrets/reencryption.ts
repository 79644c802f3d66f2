import type { UnitOfWork } from '@app/kernel';
import type { Database } from '../database/database';
import type { SqlParameter, Statement } from '../database/statement';
import type { Encrypter } from './encrypter';

/** Rows that are locked and written in one transaction. */
const BATCH = 200;

/** A column of encrypted text. The library that owns the table declares it. */
export interface EncryptedColumn {
  /** Names it in the report. */
  readonly name: string;
  /** A key before all others. */
  readonly start: readonly string[];
  /**
   * $1: the key of the last row of the batch before; $2: how many rows. The rows, locked: `key text[]`, `encrypted`.
   */
  readonly read: Statement;
  /** One array for each part of the key, then the encrypted texts and, with `storesKeyId`, the id of the key. */
  readonly write: Statement;
  readonly storesKeyId?: boolean;
  /** The context that the row's text is encrypted for. */
  contextOf(key: readonly string[]): string;
}

export interface ReencryptionReport {
  /** Rows that are encrypted with the current key since this call. */
  reencrypted: number;
  /** Rows that neither key decrypts, which stay as they are. */
  unreadable: number;
}

interface EncryptedRow {
  key: string[];
  encrypted: Buffer;
}

/**
 * Encrypts what the previous key encrypted with the current one, in small transactions beside a running service. A call
 * that is cut short loses nothing: the next one finds what is left.
 */
export class Reencryption {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly encrypter: Encrypter,
  ) {}

  /** Identifies the key that everything is encrypted with afterwards. */
  get keyId(): string {
    return this.encrypter.keyId;
  }

  async reencrypt(column: EncryptedColumn): Promise<ReencryptionReport> {
    const report: ReencryptionReport = { reencrypted: 0, unreadable: 0 };
    let after: readonly string[] | undefined = column.start;
    while (after) after = await this.reencryptBatch(column, after, report);
    return report;
  }

  /** Returns the last key of the batch; undefined after the last batch. */
  private reencryptBatch(
    column: EncryptedColumn,
    after: readonly string[],
    report: ReencryptionReport,
  ): Promise<readonly string[] | undefined> {
    return this.uow.run(async (tx) => {
      const rows = await this.db.in(tx).query<EncryptedRow & Record<string, unknown>>(column.read, [after, BATCH]);
      const changed: EncryptedRow[] = [];
      for (const { key, encrypted } of rows) {
        try {
          const reencrypted = this.encrypter.reencrypt(encrypted, column.contextOf(key));
          if (reencrypted) changed.push({ key, encrypted: reencrypted });
        } catch {
          report.unreadable += 1;
        }
      }
      if (changed.length > 0) await this.db.in(tx).execute(column.write, this.parametersOf(column, changed));
      report.reencrypted += changed.length;
      return rows.length === BATCH ? rows.at(-1)?.key : undefined;
    });
  }

  private parametersOf({ start, storesKeyId }: EncryptedColumn, rows: readonly EncryptedRow[]): SqlParameter[] {
    return [
      ...start.map((_, part) => rows.map(({ key }) => key[part] ?? '')),
      rows.map(({ encrypted }) => encrypted),
      ...(storesKeyId ? [this.encrypter.keyId] : []),
    ];
  }
}
