import { newId, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { bodyText, headerText, isMailAddress, type NewMail } from '../domain/message';
import { MailQueue } from './ports';

/** Queues messages in the transaction that causes them. */
@Injectable()
export class MailOutbox {
  constructor(private readonly queue: MailQueue) {}

  /**
   * Queues all messages in one statement. An invalid address must not undo a payment, so a
   * message to such an address is stored as failed.
   */
  async enqueue(tx: Tx, messages: readonly NewMail[]): Promise<void> {
    if (messages.length === 0) return;
    await this.queue.add(
      tx,
      messages.map(({ accountId, to, subject, text, html, dedupeKey, sensitive = false }) => {
        const valid = isMailAddress(to);
        return {
          id: newId(),
          accountId,
          to: valid ? to : bodyText(to),
          subject: headerText(subject),
          text: bodyText(text),
          html: html === undefined ? null : bodyText(html),
          dedupeKey,
          sensitive,
          status: valid ? ('pending' as const) : ('failed' as const),
          lastError: valid ? null : 'not an e-mail address',
        };
      }),
    );
  }
}
