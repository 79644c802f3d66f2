import { AuditLog, type AuditEntry } from '@app/accounts';
import type { Tx } from '@app/kernel';
import { MailOutbox, type NewMail } from '@app/mail';
import { EventPublisher, type WebhookEvent } from '@app/webhooks';

/** Records the published events, for tests of what integrators receive. */
export class RecordedEvents extends EventPublisher {
  readonly published: WebhookEvent[] = [];

  constructor() {
    super(undefined as never, undefined as never);
  }

  override async publish(_tx: Tx, events: readonly WebhookEvent[]): Promise<void> {
    this.published.push(...events);
  }

  savepoint(): () => void {
    const { length } = this.published;
    return () => void this.published.splice(length);
  }
}

/** Records the sent mail, for tests of what payers receive. */
export class RecordedMail extends MailOutbox {
  readonly sent: NewMail[] = [];

  constructor() {
    super(undefined as never);
  }

  override async enqueue(_tx: Tx, messages: readonly NewMail[]): Promise<void> {
    this.sent.push(...messages);
  }

  savepoint(): () => void {
    const { length } = this.sent;
    return () => void this.sent.splice(length);
  }
}

/** Keeps the audit entries, for tests of what auditors see. */
export class RecordedAudit extends AuditLog {
  readonly entries: AuditEntry[] = [];

  async record(_tx: Tx, ...entries: readonly AuditEntry[]): Promise<void> {
    this.entries.push(...entries);
  }

  async recordUpTo(tx: Tx, _mostAnHour: number, entry: AuditEntry): Promise<void> {
    await this.record(tx, entry);
  }

  savepoint(): () => void {
    const { length } = this.entries;
    return () => void this.entries.splice(length);
  }
}
