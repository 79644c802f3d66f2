import type { DomainError, Tx } from '@app/kernel';
import type { FactKey, Fact, SettledFact, StoredFact, Subject } from '../domain/fact';
import type { SettlementLine } from '../domain/settlement-line';
import type { InquirySubject } from './provider';

/**
 * Settles the facts of one kind. The library that knows what they are about implements it and registers it with
 * `FactHandlers`.
 */
export abstract class FactHandler {
  /** The kind of the facts that it settles. */
  abstract readonly kind: string;

  /**
   * Returns, in order, whether the library has the subject of each. One may be removed while a fact about it is stored.
   */
  abstract recognize(facts: readonly Fact[]): Promise<boolean[]>;

  /** Returns, in order, whether the library has each of these subjects. */
  knows(subjects: readonly Subject[]): Promise<boolean[]> {
    const { kind } = this;
    return this.recognize(
      subjects.map(({ provider, reference }) => {
        return { provider, reference, kind, id: '', type: '', amount: null, details: null };
      }),
    );
  }

  /**
   * Stores what must not be lost of a fact about an unknown subject, and returns the error for the provider: a
   * `ForeignSubjectError` for the subject of another provider, about which it stores nothing. Returns undefined when
   * the subject has appeared in the meantime. `otherProviders`: the names under which records store the others.
   */
  abstract rejectUnknown(fact: Fact, otherProviders: readonly string[]): Promise<DomainError | undefined>;

  /**
   * Whether a rejected fact is stored anyway, and waits for its subject. By default it is not: it means
   * nothing without its subject, or `rejectUnknown` has stored what counts.
   */
  awaitsSubject(_fact: Fact): boolean {
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
  /** The id of the request that brought it, if one did. */
  requestId?: string | null | undefined;
}

/** `repeated`: the key was stored before and is not settled yet. */
export type Stored = 'stored' | 'repeated' | 'settled';

export type DueFact = FactKey & Subject & Pick<Fact, 'kind'>;

export interface Backlog {
  /** Facts that are stored and not settled, but for those that wait for another one. */
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
  abstract findUnsettled(tx: Tx, kind: string, subjects: readonly Subject[]): Promise<StoredFact[]>;
  /** Writes the outcomes, in one statement. Throws `RetryTransactionError` when one of them is settled already. */
  abstract settle(tx: Tx, settled: readonly SettledFact[]): Promise<void>;
  /**
   * Unsettled facts of these kinds that are due for another attempt. Each attempt has a longer delay than the
   * last.
   */
  abstract takeDue(tx: Tx, kinds: readonly string[], limit: number): Promise<DueFact[]>;
  /** The ids among these that facts of the provider are stored under, settled or not. */
  abstract findStored(tx: Tx, provider: string, ids: readonly string[]): Promise<Set<string>>;
  /**
   * Notes that facts wait for others, as their handler left them; returns those that arrived longer ago than that. A fact
   * that waits is no backlog.
   */
  abstract noteWaiting(tx: Tx, waiting: readonly FactKey[], longestMs: number): Promise<FactKey[]>;
  abstract backlog(): Promise<Backlog>;
}

/** The bodies that were received in a month. */
export interface BodyMonth {
  /** The name of their table. */
  readonly table: string;
  /** A month that is not a partition any more gets no more bodies. */
  readonly isPartition: boolean;
}

/** Deletes old facts, and their bodies by months. */
export abstract class FactArchive {
  /**
   * Deletes facts that were settled longer ago than that, at most `limit`; returns how many. Those that need a
   * decision by staff stay.
   */
  abstract deleteSettled(tx: Tx, settledForMs: number, limit: number): Promise<number>;
  /** The months whose bodies were all received longer ago than that, by a day at least; the oldest first. */
  abstract months(receivedForMs: number): Promise<BodyMonth[]>;
  /**
   * Copies bodies of the month to the facts that still exist, a part of the table from that block on. Returns the block
   * of the next part, or undefined after the last one.
   */
  abstract keepBodies(tx: Tx, month: BodyMonth, fromBlock: number): Promise<number | undefined>;
  /** Makes the month a table of its own; returns whether it did. It does nothing while others lock the partitions. */
  abstract detachMonth(tx: Tx, month: BodyMonth): Promise<boolean>;
  /** Drops a month that is not a partition any more. */
  abstract dropMonth(tx: Tx, month: BodyMonth): Promise<void>;
  /**
   * Deletes at most `limit` bodies that are in no month and were received longer ago than that; returns how many. Facts
   * that still exist get theirs first, as by `keepBodies`.
   */
  abstract deleteBodies(tx: Tx, receivedForMs: number, limit: number): Promise<number>;
}

/** A status inquiry that is due, claimed until the next one of its plan. */
export interface DueInquiry {
  readonly subject: InquirySubject;
  /** Counts from 1. */
  readonly attempt: number;
  /** When the claim makes it due again, as the database writes it. */
  readonly dueAgain: string;
  /** Whether the worker gives the subject up before it is due again. */
  readonly isLast: boolean;
  /** The latest request that planned it, as the log names it; null if none did. */
  readonly requestId: string | null;
}

/** A status inquiry as staff see it. */
export interface ListedInquiry {
  readonly subject: InquirySubject;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly firstDueAt: Date;
  readonly lastError: string | null;
}

export interface InquiryBacklog {
  /** Inquiries that are due, whether or not a worker has claimed them. */
  readonly due: number;
  /** How long the oldest of them has been due. */
  readonly oldestSeconds: number;
  /** Inquiries that have only failed for two hours. */
  readonly failing: number;
}

/**
 * When to ask providers about subjects. A subject has one row, until it is decided or has been undecided for too long.
 */
export abstract class StatusInquiriesRepository {
  /**
   * Plans an inquiry about each subject, unless an earlier one is planned, and begins the time after which the worker
   * gives it up anew. `requestId`: the request that makes it necessary.
   */
  abstract schedule(tx: Tx, subjects: readonly InquirySubject[], inMs: number, requestId: string | null): Promise<void>;
  /**
   * Claims due inquiries: counts the attempt and makes each due again at the next time of the plan. Those that have been
   * planned for `giveUpAfterMs` by then are the last.
   */
  abstract takeDue(tx: Tx, limit: number, giveUpAfterMs: number): Promise<DueInquiry[]>;
  /** Deletes an inquiry whose subject needs no more, unless it was planned for an earlier time since it was claimed. */
  abstract remove(tx: Tx, due: DueInquiry): Promise<void>;
  /**
   * Makes an inquiry due again after as long as it has been planned, between 6 hours and 3 days, or deletes it if it will
   * have been planned for `giveUpAfterMs` by then. The last one succeeded. One that was planned for an earlier time since it was claimed stays.
   */
  abstract watch(tx: Tx, due: DueInquiry, giveUpAfterMs: number): Promise<void>;
  /** Stores why the last inquiry about the subject failed; null when it succeeded. */
  abstract noteError(tx: Tx, subject: InquirySubject, error: string | null): Promise<void>;
  /** Deletes inquiries that have been planned for longer than that; returns their subjects. */
  abstract giveUp(tx: Tx, plannedForMs: number): Promise<InquirySubject[]>;
  /** Those that are due first. */
  abstract list(limit: number): Promise<ListedInquiry[]>;
  abstract backlog(): Promise<InquiryBacklog>;
}

/** The ids that providers gave to our records. At one provider, a record has one id and an id belongs to one record. */
export abstract class ProviderObjects {
  /** Stores the provider's id of a record and returns true; false when either of the two is taken. */
  abstract add(tx: Tx, object: ProviderObject): Promise<boolean>;
  /** The first object that belongs to the record at any provider; undefined when there is none. */
  abstract find(kind: string, ourId: string): Promise<ProviderObject | undefined>;
  /** The object that has the provider's id; undefined when none of ours does. */
  abstract findTheirs(
    object: Pick<ProviderObject, 'provider' | 'kind' | 'theirId'>,
  ): Promise<ProviderObject | undefined>;
}

export interface ProviderObject {
  readonly provider: string;
  /** What it is at the provider, such as `usd_account`. */
  readonly kind: string;
  readonly ourId: string;
  readonly theirId: string;
}

export interface RecordedLines {
  /** Lines that are new. */
  readonly recorded: number;
  /** Lines that were recorded before. */
  readonly repeated: number;
  /** Lines that were recorded before and say more by now: their reference, batch or time. */
  readonly updated: number;
  /** Ids of lines that are recorded with other money, which stays. */
  readonly changed: readonly string[];
}

/** The ids of lines that were recorded, that were filled in, and that are recorded with other money. */
export interface RecordedIds {
  readonly recorded: ReadonlySet<string>;
  readonly updated: ReadonlySet<string>;
  readonly changed: readonly string[];
}

/** The lines of settlement reports, each once under its provider and id. */
export abstract class SettlementLinesRepository {
  /**
   * Records the lines that are new, and fills in those that are recorded with the same money. Lines with other money stay
   * as they are recorded. Of two lines with one id the first is recorded.
   */
  abstract record(tx: Tx, provider: string, lines: readonly SettlementLine[]): Promise<RecordedIds>;
}

/** A provider whose lines are due to be pulled, claimed for an hour. */
export interface DuePull {
  readonly provider: string;
}

/** When to pull the lines of each provider. */
export abstract class SettlementPullsRepository {
  /** Claims those of the providers whose pull is due, at most `limit`. A provider is due at once the first time. */
  abstract takeDue(tx: Tx, providers: readonly string[], limit: number): Promise<DuePull[]>;
  /** When the last pull that succeeded began; null when none has. */
  abstract lastPulledAt(provider: string): Promise<Date | null>;
  /** Makes the next pull due in a day. */
  abstract succeed(tx: Tx, provider: string, startedAt: Date): Promise<void>;
  /** Stores why the last pull failed; it is due again when the claim ends. */
  abstract noteError(tx: Tx, provider: string, error: string): Promise<void>;
}
