import type { Tx } from '@app/kernel';
import {
  MailQueue,
  type ClaimedMail,
  type MailboxEntry,
  type MailOutcome,
  type QueuedMail,
} from '../application/ports';

interface MailEntry extends QueuedMail {
  attempts: number;
  nextAttemptAt: number;
  createdAt: Date;
  sentAt: Date | null;
}

/** Keeps messages in a map, with the time that the test gives it; a rolled-back transaction is not undone. */
export class InMemoryMailQueue extends MailQueue {
  private readonly messages = new Map<string, MailEntry>();

  constructor(private readonly nowMs: () => number = Date.now) {
    super();
  }

  async add(_tx: Tx, messages: readonly QueuedMail[]): Promise<void> {
    for (const message of messages) {
      if ([...this.messages.values()].some(({ dedupeKey }) => dedupeKey === message.dedupeKey)) continue;
      const createdAt = new Date(this.nowMs());
      const fresh = { attempts: 0, nextAttemptAt: this.nowMs(), createdAt, sentAt: null };
      this.messages.set(message.id, { ...message, ...fresh });
    }
  }

  async claim(_tx: Tx, limit: number, leaseMs: number): Promise<ClaimedMail[]> {
    const due = [...this.messages.values()]
      .filter(({ status, nextAttemptAt }) => status === 'pending' && nextAttemptAt <= this.nowMs())
      .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt)
      .slice(0, limit);
    return due.map((message) => {
      message.attempts += 1;
      message.nextAttemptAt = this.nowMs() + leaseMs;
      const { id, to, subject, text, html, attempts, sensitive } = message;
      return { id, to, subject, text, html, attempt: attempts, sensitive };
    });
  }

  async complete(_tx: Tx, outcomes: readonly MailOutcome[]): Promise<void> {
    for (const { id, attempt, status, error, retryInMs, erase } of outcomes) {
      const message = this.messages.get(id);
      if (!message || message.status !== 'pending' || message.attempts !== attempt) continue;
      message.status = status;
      message.lastError = error;
      if (retryInMs !== null) message.nextAttemptAt = this.nowMs() + retryInMs;
      if (status === 'sent') message.sentAt = new Date(this.nowMs());
      if (erase) Object.assign(message, { text: '', html: null });
    }
  }

  async release(_tx: Tx, ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const message = this.messages.get(id);
      if (message) message.nextAttemptAt = this.nowMs();
    }
  }

  async newest(to: string, limit: number): Promise<MailboxEntry[]> {
    return [...this.messages.values()]
      .filter((message) => message.to.toLowerCase() === to.toLowerCase())
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit)
      .map(({ id, to: address, subject, text, html, status, createdAt, sentAt }) => ({
        id,
        to: address,
        subject,
        text,
        html,
        status,
        createdAt,
        sentAt,
      }));
  }
}
