import type { DomainError, Tx } from '@app/kernel';
import type { FactKey, Fact, SettledFact, StoredFact, Subject } from '../domain/fact';

/** The HTTP call of a provider. `body` is the exact bytes, because a signature covers them. */
export interface ProviderMessage {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  now: Date;
}

/** A provider that reports by signed facts. An adapter of a rail port implements it and registers itself. */
export interface NotificationSource {
  /** Its name in `/providers/{provider}/facts`. */
  readonly provider: string;
  /** Throws `MessageRejectedError` unless the signature is right and fresh and the content is readable. */
  readNotification(message: ProviderMessage): Fact;
}

/**
 * Settles the facts of one kind. The library that knows what they are about implements it and registers it with
 * `FactHandlers`.
 */
export abstract class FactHandler {
  /** The kind of the facts that it settles. */
  abstract readonly kind: string;

  /** Returns, in order, whether the library has the subject of each. One may be removed while a fact about it is stored. */
  abstract recognize(facts: readonly Fact[]): Promise<boolean[]>;

  /**
   * Keeps what must not be lost of a fact about an unknown subject, and returns the error for the provider.
   * Returns undefined when the subject has appeared in the meantime.
   */
  abstract refuse(fact: Fact): Promise<DomainError | undefined>;

  /**
   * Whether a refused fact is stored anyway, and waits for its subject. By default it is not: it means
   * nothing without its subject, or `refuse` has kept it.
   */
  awaitsSubject(_notification: Fact): boolean {
    return false;
  }

  /**
   * Locks the records of the subjects, in the same order for all callers, and returns all subjects whose facts
   * are settled together with theirs.
   */
  abstract lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]>;

  /**
   * Settles a batch under the lock: every unsettled fact of the locked subjects, in the order of arrival.
   * A fact that is not among the results waits for another one.
   */
  abstract settle(tx: Tx, batch: readonly StoredFact[]): Promise<SettledFact[]>;
}

/** A fact and the text that it was sent as. */
export interface ReceivedFact {
  fact: Fact;
  body: string;
}

/** `repeated`: the key was stored before and is not settled yet. */
export type Stored = 'stored' | 'repeated' | 'settled';

export type DueFact = FactKey & Subject & Pick<Fact, 'kind'>;

export interface Backlog {
  /** Notifications that are stored and not settled. */
  pending: number;
  /** Age of the oldest of them in seconds; zero when there is none. */
  oldestSeconds: number;
}

/** The inbox: every fact once, under its key, until retention deletes it. */
export abstract class FactsRepository {
  /**
   * Stores each under its key, in one statement; returns the results in their order. The first arrival of a key is
   * kept.
   */
  abstract store(tx: Tx, received: readonly ReceivedFact[]): Promise<Stored[]>;
  /** Every unsettled fact of that kind about these subjects, in the order of arrival. */
  abstract unsettled(tx: Tx, kind: string, subjects: readonly Subject[]): Promise<StoredFact[]>;
  /** Writes the outcomes, in one statement. Throws `RetryTransactionError` when one of them is settled already. */
  abstract settle(tx: Tx, settled: readonly SettledFact[]): Promise<void>;
  /**
   * Unsettled facts of these kinds that are due for another attempt. Each attempt has a longer delay than the
   * last.
   */
  abstract takeDue(tx: Tx, kinds: readonly string[], limit: number): Promise<DueFact[]>;
  abstract backlog(): Promise<Backlog>;
}

/** Deletes old facts. */
export abstract class FactArchive {
  /**
   * Deletes facts that were settled longer ago than that, at most `limit`; returns how many. Those that need a
   * decision by staff stay.
   */
  abstract deleteSettled(tx: Tx, settledForMs: number, limit: number): Promise<number>;
}
