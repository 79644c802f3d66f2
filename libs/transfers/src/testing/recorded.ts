import { AuditLog, type AuditEntry } from '@app/accounts';
import type { Tx } from '@app/kernel';
import { MailOutbox, type NewMail } from '@app/mail';
import { EventPublisher, type WebhookEvent } from '@app/webhooks';

/** Keeps what is sent, also in a transaction that is rolled back later. */
export class RecordedMail extends MailOutbox {
  readonly sent: NewMail[] = [];

  constructor() {
    super(undefined as never);
  }

  override async enqueue(_tx: Tx, messages: readonly NewMail[]): Promise<void> {
    this.sent.push(...messages);
  }

  /** The code of the newest mail that has one: six digits alone on a line. */
  lastCode(): string {
    const codes = this.sent.flatMap(({ text }) => text.match(/^\d{6}$/m) ?? []);
    const last = codes.at(-1);
    if (last === undefined) throw new Error('no mail has a code');
    return last;
  }
}

/** Keeps what is recorded, also in a transaction that is rolled back later. */
export class RecordedAudit extends AuditLog {
  readonly entries: AuditEntry[] = [];

  async record(_tx: Tx, ...entries: readonly AuditEntry[]): Promise<void> {
    this.entries.push(...entries);
  }

  async recordUpTo(tx: Tx, _mostAnHour: number, entry: AuditEntry): Promise<void> {
    await this.record(tx, entry);
  }
}

/** Keeps what is published, also in a transaction that is rolled back later. */
export class RecordedEvents extends EventPublisher {
  readonly published: WebhookEvent[] = [];

  constructor() {
    super(undefined as never, undefined as never);
  }

  override async publish(_tx: Tx, events: readonly WebhookEvent[]): Promise<void> {
    this.published.push(...events);
  }
}
