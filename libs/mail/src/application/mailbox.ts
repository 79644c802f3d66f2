import { Injectable } from '@nestjs/common';
import { MailQueue, type MailboxEntry } from './ports';

/** Messages in the outbox, for testers. */
@Injectable()
export class Mailbox {
  constructor(private readonly queue: MailQueue) {}

  /** The newest messages to an address, newest first. */
  listNewest(to: string, limit: number): Promise<MailboxEntry[]> {
    return this.queue.listNewest(to, limit);
  }
}
