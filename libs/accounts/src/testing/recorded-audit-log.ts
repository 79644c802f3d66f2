import type { Tx } from '@app/kernel';
import { AuditLog } from '../audit/application/ports';
import type { AuditEntry } from '../audit/domain/audit';

/** Keeps what is recorded, also in a transaction that is rolled back later, and writes it to the given log. */
export class RecordedAuditLog extends AuditLog {
  readonly entries: AuditEntry[] = [];

  constructor(private readonly log?: AuditLog) {
    super();
  }

  async record(tx: Tx, ...entries: readonly AuditEntry[]): Promise<void> {
    this.entries.push(...entries);
    await this.log?.record(tx, ...entries);
  }

  async recordUpTo(tx: Tx, mostAnHour: number, entry: AuditEntry): Promise<void> {
    this.entries.push(entry);
    await this.log?.recordUpTo(tx, mostAnHour, entry);
  }
}
