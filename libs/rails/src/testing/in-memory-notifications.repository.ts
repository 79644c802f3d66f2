import { RetryTransactionError, type Tx } from '@app/kernel';
import {
  NotificationsRepository,
  type Backlog,
  type DueNotification,
  type ReceivedNotification,
  type Stored,
} from '../application/ports';
import type {
  NotificationKey,
  RailNotification,
  SettledNotification,
  StoredNotification,
  Subject,
} from '../domain/notification';

const FIRST_ATTEMPT_MS = 10_000;
const LONGEST_DELAY_MS = 3_600_000;

interface Entry {
  notification: RailNotification;
  /** Null until it is settled. */
  outcome: string | null;
  attempts: number;
  receivedAt: number;
  nextAttemptAt: number;
}

const keyOf = ({ provider, id }: NotificationKey) => `${provider} ${id}`;

/** For units of work whose transactions run one after another. */
export class InMemoryNotificationsRepository extends NotificationsRepository {
  private entries = new Map<string, Entry>();

  constructor(private readonly now: () => Date = () => new Date()) {
    super();
  }

  /** Saves what is stored; calling the result restores it. */
  savepoint(): () => void {
    const { entries } = this;
    this.entries = new Map([...entries].map(([key, entry]) => [key, { ...entry }]));
    return () => void (this.entries = entries);
  }

  /** Makes a stored notification due for its next attempt at that time. */
  makeDue(key: NotificationKey, at: Date): void {
    const entry = this.entries.get(keyOf(key));
    if (entry) entry.nextAttemptAt = at.getTime();
  }

  async store(_tx: Tx, received: readonly ReceivedNotification[]): Promise<Stored[]> {
    return received.map(({ notification }) => {
      const known = this.entries.get(keyOf(notification));
      if (known) return known.outcome === null ? 'repeated' : 'settled';
      const receivedAt = this.now().getTime();
      const nextAttemptAt = receivedAt + FIRST_ATTEMPT_MS;
      this.entries.set(keyOf(notification), { notification, outcome: null, attempts: 0, receivedAt, nextAttemptAt });
      return 'stored';
    });
  }

  async unsettled(_tx: Tx, kind: string, subjects: readonly Subject[]): Promise<StoredNotification[]> {
    return this.pending()
      .map(({ notification, receivedAt }) => ({ ...notification, receivedAt: new Date(receivedAt) }))
      .filter(
        ({ provider, reference, ...notification }) =>
          notification.kind === kind &&
          subjects.some((subject) => subject.provider === provider && subject.reference === reference),
      );
  }

  async settle(_tx: Tx, settled: readonly SettledNotification[]): Promise<void> {
    for (const { notification, outcome } of settled) {
      const entry = this.entries.get(keyOf(notification));
      if (entry?.outcome !== null) throw new RetryTransactionError('a notification is already settled');
      entry.outcome = outcome;
    }
  }

  async takeDue(_tx: Tx, kinds: readonly string[], limit: number): Promise<DueNotification[]> {
    const now = this.now().getTime();
    const due = this.pending()
      .filter(({ nextAttemptAt, notification }) => nextAttemptAt <= now && kinds.includes(notification.kind))
      .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt)
      .slice(0, limit);
    return due.map((entry) => {
      entry.nextAttemptAt = now + Math.min(FIRST_ATTEMPT_MS * 2 ** entry.attempts, LONGEST_DELAY_MS);
      entry.attempts += 1;
      const { provider, id, kind, reference } = entry.notification;
      return { provider, id, kind, reference };
    });
  }

  async backlog(): Promise<Backlog> {
    const received = this.pending().map(({ receivedAt }) => receivedAt);
    const oldestSeconds = received.length > 0 ? (this.now().getTime() - Math.min(...received)) / 1_000 : 0;
    return { pending: received.length, oldestSeconds };
  }

  private pending(): Entry[] {
    return [...this.entries.values()].filter(({ outcome }) => outcome === null);
  }
}
