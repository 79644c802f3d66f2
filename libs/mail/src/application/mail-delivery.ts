import { Batcher, RECORD_RETRIES_MS, retrying, Slots, targetOf, UnitOfWork } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MAX_ATTEMPTS, retryDelayMs, TRANSITIONS, type MailEvent } from '../domain/message';
import { Mailer, MailQueue, type ClaimedMail, type MailOutcome } from './ports';

/** Messages that are sent at the same time. */
const SLOTS = 8;
/** Longer than the maximum time that a mailer takes. */
const LEASE_MS = 60_000;

/** Sends the messages of the outbox, a few concurrently. */
@Injectable()
export class MailDelivery {
  private readonly slots = new Slots<ClaimedMail>(SLOTS, ({ id }) => id);
  /** Outcomes of messages that end at the same moment are written in one commit. */
  private readonly records = new Batcher<MailOutcome, undefined>(0, SLOTS, (outcomes) => this.recordAll(outcomes));
  private readonly messages: ReturnType<typeof Metrics.prototype.counter<'result'>>;

  constructor(
    private readonly queue: MailQueue,
    private readonly mailer: Mailer,
    private readonly uow: UnitOfWork,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.messages = metrics.counter('mail_messages_total', 'Mail attempts by outcome', 'result', [
      'sent',
      'retry',
      'failed',
    ]);
  }

  /**
   * Claims as many due messages as there are free slots and starts sending them; true when more may be due. `onFree` is
   * called whenever a slot becomes free.
   */
  turn(onFree: () => void): Promise<boolean> {
    const claim = (free: number) => this.uow.once((tx) => this.queue.claim(tx, free, LEASE_MS));
    return this.slots.fill(claim, (message) => this.send(message), onFree);
  }

  /** Waits up to `deadlineMs` for running attempts, and releases the leases of the others. */
  async drain(deadlineMs: number): Promise<void> {
    const rest = await this.slots.drain(deadlineMs);
    if (rest.length > 0) await this.uow.once((tx) => this.queue.release(tx, rest));
  }

  private async send(message: ClaimedMail): Promise<void> {
    try {
      const settled = await this.attempt(message);
      this.messages.inc({ result: settled.status === 'pending' ? 'retry' : settled.status });
      if (settled.status !== 'sent') {
        this.log.warn({ message_id: message.id, attempt: message.attempt, reason: settled.error }, 'mail not sent');
      }
      await this.record(settled);
    } catch (error) {
      this.log.error({ message_id: message.id, err: error }, 'mail attempt has no outcome; its lease runs out');
    }
  }

  /** If an outcome is lost, the worker sends the mail again. */
  private record(settled: MailOutcome): Promise<void> {
    const complete = () => this.records.add(settled);
    return retrying(RECORD_RETRIES_MS, complete, (error) =>
      this.log.warn({ message_id: settled.id, err: error }, 'mail outcome could not be recorded; the worker retries'),
    );
  }

  private async recordAll(outcomes: readonly MailOutcome[]): Promise<undefined[]> {
    await this.uow.once((tx) => this.queue.complete(tx, outcomes));
    return outcomes.map(() => undefined);
  }

  private async attempt(message: ClaimedMail): Promise<MailOutcome> {
    // The attempt exceeds the limit only when the last one ended without an outcome.
    if (message.attempt > MAX_ATTEMPTS) return outcome(message, 'fail', { error: 'outcome unknown' });
    const result = await this.mailer.send(message);
    if (result.sent) return outcome(message, 'send', { erase: message.sensitive && this.mailer.reachesServer });
    const { error } = result;
    const retryInMs = result.permanent ? undefined : retryDelayMs(message.attempt);
    return retryInMs === undefined
      ? outcome(message, 'fail', { error })
      : outcome(message, 'retry', { error, retryInMs });
  }
}

function outcome({ id, attempt }: ClaimedMail, event: MailEvent, details: Partial<MailOutcome>): MailOutcome {
  const status = targetOf(TRANSITIONS, event);
  return { id, attempt, status, error: null, retryInMs: null, erase: false, ...details };
}
