import { RetryTransactionError, type Tx } from '@app/kernel';
import { FactsRepository, type Backlog, type DueFact, type ReceivedFact, type Stored } from '../application/ports';
import type { FactKey, Fact, SettledFact, StoredFact, Subject } from '../domain/fact';

const FIRST_ATTEMPT_MS = 10_000;
const LONGEST_DELAY_MS = 3_600_000;

interface Entry {
  fact: Fact;
  requestId: string | null;
  /** Null until it is settled. */
  outcome: string | null;
  attempts: number;
  receivedAt: number;
  nextAttemptAt: number;
  waits: boolean;
}

const keyOf = ({ provider, id }: FactKey) => `${provider} ${id}`;

/** For units of work whose transactions run one after another. */
export class InMemoryFactsRepository extends FactsRepository {
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

  /** Forgets what is settled, as retention does. */
  deleteSettled(): void {
    this.entries = new Map([...this.entries].filter(([, { outcome }]) => outcome === null));
  }

  /** Makes a stored fact due for its next attempt at that time. */
  makeDue(key: FactKey, at: Date): void {
    const entry = this.entries.get(keyOf(key));
    if (entry) entry.nextAttemptAt = at.getTime();
  }

  async store(_tx: Tx, received: readonly ReceivedFact[]): Promise<Stored[]> {
    return received.map(({ fact, requestId = null }) => {
      const known = this.entries.get(keyOf(fact));
      if (known) return known.outcome === null ? 'repeated' : 'settled';
      const receivedAt = this.now().getTime();
      const nextAttemptAt = receivedAt + FIRST_ATTEMPT_MS;
      this.entries.set(keyOf(fact), {
        fact,
        requestId,
        outcome: null,
        attempts: 0,
        receivedAt,
        nextAttemptAt,
        waits: false,
      });
      return 'stored';
    });
  }

  async findUnsettled(_tx: Tx, kind: string, subjects: readonly Subject[]): Promise<StoredFact[]> {
    return this.pending()
      .map(({ fact, receivedAt, requestId }) => ({ ...fact, receivedAt: new Date(receivedAt), requestId }))
      .filter(
        ({ provider, reference, ...fact }) =>
          fact.kind === kind &&
          subjects.some((subject) => subject.provider === provider && subject.reference === reference),
      );
  }

  async settle(_tx: Tx, settled: readonly SettledFact[]): Promise<void> {
    for (const { fact, outcome } of settled) {
      const entry = this.entries.get(keyOf(fact));
      if (entry?.outcome !== null) throw new RetryTransactionError('a fact is already settled');
      entry.outcome = outcome;
    }
  }

  async takeDue(_tx: Tx, kinds: readonly string[], limit: number): Promise<DueFact[]> {
    const now = this.now().getTime();
    const due = this.pending()
      .filter(({ nextAttemptAt, fact }) => nextAttemptAt <= now && kinds.includes(fact.kind))
      .sort((a, b) => a.nextAttemptAt - b.nextAttemptAt)
      .slice(0, limit);
    return due.map((entry) => {
      entry.nextAttemptAt = now + Math.min(FIRST_ATTEMPT_MS * 2 ** entry.attempts, LONGEST_DELAY_MS);
      entry.attempts += 1;
      const { provider, id, kind, reference } = entry.fact;
      return { provider, id, kind, reference };
    });
  }

  async findStored(_tx: Tx, provider: string, ids: readonly string[]): Promise<Set<string>> {
    return new Set(ids.filter((id) => this.entries.has(keyOf({ provider, id }))));
  }

  async noteWaiting(_tx: Tx, waiting: readonly FactKey[], longestMs: number): Promise<FactKey[]> {
    const entries = waiting.flatMap((key) => this.entries.get(keyOf(key)) ?? []);
    for (const entry of entries) entry.waits = true;
    const first = this.now().getTime() - longestMs;
    return entries
      .filter(({ receivedAt }) => receivedAt < first)
      .map(({ fact: { provider, id } }) => ({ provider, id }));
  }

  async backlog(): Promise<Backlog> {
    const pending = this.pending().filter(({ waits }) => !waits);
    const received = pending.map(({ receivedAt }) => receivedAt);
    const oldestSeconds = received.length > 0 ? (this.now().getTime() - Math.min(...received)) / 1_000 : 0;
    return { pending: received.length, oldestSeconds };
  }

  /** Also those that wait for another one. */
  countUnsettled(): number {
    return this.pending().length;
  }

  private pending(): Entry[] {
    return [...this.entries.values()].filter(({ outcome }) => outcome === null);
  }
}
