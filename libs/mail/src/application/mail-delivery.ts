import { UnitOfWork, within } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MAX_ATTEMPTS, retryDelayMs } from '../domain/message';
import { Mailer, MailQueue, type ClaimedMail, type MailOutcome } from './ports';

/** Messages under way at a time. */
const SLOTS = 8;
/** Longer than a mailer may take. */
const LEASE_MS = 60_000;

/** Sends what the outbox holds, a few messages at a time, none waiting for another. */
@Injectable()
export class MailDelivery {
  private readonly running = new Map<string, Promise<void>>();
  private readonly messages: ReturnType<typeof Metrics.prototype.counter<'result'>>;

  constructor(
    private readonly queue: MailQueue,
    private readonly mailer: Mailer,
    private readonly uow: UnitOfWork,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.messages = metrics.counter('mail_messages_total', 'Mail attempts by what came of them', ['result']);
  }

  /** Starts as many due messages as there are free slots; true when there may be more. `onFree` is called as each ends. */
  async turn(onFree: () => void): Promise<boolean> {
    const free = SLOTS - this.running.size;
    if (free === 0) return false;
    const claimed = await this.uow.once((tx) => this.queue.claim(tx, free, LEASE_MS));
    for (const message of claimed) {
      const done = this.send(message).finally(() => {
        this.running.delete(message.id);
        onFree();
      });
      this.running.set(message.id, done);
    }
    return claimed.length === free;
  }

  /** Waits for what runs for up to `deadlineMs`, and gives up the leases of the rest. */
  async drain(deadlineMs: number): Promise<void> {
    await within(deadlineMs, () => Promise.all(this.running.values()));
    const rest = [...this.running.keys()];
    if (rest.length > 0) await this.uow.once((tx) => this.queue.release(tx, rest));
  }

  private async send(message: ClaimedMail): Promise<void> {
    try {
      const outcome = await this.attempt(message);
      this.messages.inc({ result: outcome.status === 'pending' ? 'retry' : outcome.status });
      if (outcome.status !== 'sent') {
        this.log.warn({ message_id: message.id, attempt: message.attempt, reason: outcome.error }, 'mail not sent');
      }
      await this.uow.once((tx) => this.queue.complete(tx, [outcome]));
    } catch (error) {
      this.log.error({ message_id: message.id, err: error }, 'mail left to its lease');
    }
  }

  private async attempt(message: ClaimedMail): Promise<MailOutcome> {
    const { id, attempt, sensitive } = message;
    const failed = { id, attempt, status: 'failed', retryInMs: null, erase: false } as const;
    // The claim counts past the limit only when the last attempt ended without an outcome.
    if (attempt > MAX_ATTEMPTS) return { ...failed, error: 'outcome unknown' };
    const result = await this.mailer.send(message);
    if (result.sent) {
      return { id, attempt, status: 'sent', error: null, retryInMs: null, erase: sensitive && this.mailer.handsOver };
    }
    const retryInMs = result.permanent ? undefined : retryDelayMs(attempt);
    if (retryInMs === undefined) return { ...failed, error: result.error };
    return { id, attempt, status: 'pending', error: result.error, retryInMs, erase: false };
  }
}
