import { newId, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { bodyText, headerText, isMailAddress, type NewMail } from '../domain/message';
import { MailQueue } from './ports';

/** Queues messages in the transaction in which their reason arises. */
@Injectable()
export class MailOutbox {
  constructor(private readonly queue: MailQueue) {}

  /**
   * One statement for all messages. Never refuses: a message that cannot be sent must not undo a payment, so one to
   * something that is no address is stored as failed.
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
