import type { Page, Tx } from '@app/kernel';
import type { AuditEntry, AuditQuery, AuditRecord } from '../domain/audit';

/** Who changed what. Entries are append-only. */
export abstract class AuditLog {
  /** Writes the entries in the transaction of the changes, so that neither exists without the other, in one statement. */
  abstract record(tx: Tx, ...entries: readonly AuditEntry[]): Promise<void>;
  /** Writes the entry unless as many of its action about its object were written within an hour. */
  abstract recordUpTo(tx: Tx, mostAnHour: number, entry: AuditEntry): Promise<void>;
}

/** Entries of a file that are read at once. */
const ROWS_OF_A_FILE = 500;

/** What has been recorded, for those who manage the account. */
export abstract class AuditReader {
  /** Entries of the account, newest first. Throws `ValidationError` naming `cursor` for one that it did not issue. */
  abstract list(accountId: string, query: AuditQuery): Promise<Page<AuditRecord>>;

  /** Every entry that `list` has, read page by page. */
  async *stream(accountId: string, filter: Omit<AuditQuery, 'cursor' | 'limit'>): AsyncGenerator<AuditRecord, void> {
    let cursor: string | undefined;
    do {
      const page = await this.list(accountId, { ...filter, cursor, limit: ROWS_OF_A_FILE });
      yield* page.items;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}
