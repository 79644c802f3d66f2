import type { Tx } from '@app/kernel';
import { MailOutbox } from '../application/mail-outbox';
import type { NewMail } from '../domain/message';

/** Keeps what is queued, also in a transaction that is rolled back later. */
export class RecordedOutbox extends MailOutbox {
  readonly sent: NewMail[] = [];

  constructor() {
    super(undefined as never);
  }

  override async enqueue(_tx: Tx, messages: readonly NewMail[]): Promise<void> {
    this.sent.push(...messages);
  }
}
