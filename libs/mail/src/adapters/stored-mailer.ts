import { Mailer, type MailResult } from '../application/ports';

/** Used without a mail server: the message stays in the outbox, where it can be read. */
export class StoredMailer extends Mailer {
  readonly reachesServer = false;

  async send(): Promise<MailResult> {
    return { sent: true };
  }

  async close(): Promise<void> {}
}
