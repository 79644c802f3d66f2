import type { Tx } from '@app/kernel';
import { AuditLog } from '../audit/application/ports';
import type { AuditEntry } from '../audit/domain/audit';

/** Keeps entries in a list; a rolled-back transaction is not undone. */
export class InMemoryAuditLog extends AuditLog {
  readonly entries: AuditEntry[] = [];

  async record(_tx: Tx, entry: AuditEntry): Promise<void> {
    this.entries.push(entry);
  }

  async recordUpTo(_tx: Tx, most: number, entry: AuditEntry): Promise<void> {
    const isSame = ({ action, object }: AuditEntry) => action === entry.action && object.id === entry.object.id;
    if (this.entries.filter(isSame).length < most) this.entries.push(entry);
  }
}
