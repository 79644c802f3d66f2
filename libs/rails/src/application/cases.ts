import { ValidationError, type Money, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import {
  bookingOf,
  closed,
  type Booking,
  type Case,
  type CaseKind,
  type CaseStatus,
  type NewCase,
} from '../domain/case';
import { CaseClosedElsewhereError, CaseNotFoundError, CaseResolvedError } from '../domain/errors';

export interface CaseQuery {
  readonly kind?: CaseKind | undefined;
  readonly accountId?: string | undefined;
  readonly status: CaseStatus;
  readonly limit: number;
}

/** Open cases of one kind. */
export interface CaseBacklog {
  readonly kind: CaseKind;
  readonly open: number;
  readonly oldestSeconds: number;
}

/** The cases that have no other record. */
export abstract class CasesRepository {
  /** Opens those whose keys are new. */
  abstract open(tx: Tx, cases: readonly NewCase[]): Promise<void>;
  /** Closes open cases by their keys at the provider, and by their amount if one is given; returns how many. */
  abstract closeByKey(
    tx: Tx,
    provider: string,
    keys: readonly string[],
    reason: string,
    amount?: string,
  ): Promise<number>;
  /** Closes the open cases of these kinds about the subject, because of an event. */
  abstract closeAbout(tx: Tx, subject: Case['subject'], kinds: readonly CaseKind[], reason: string): Promise<void>;
  abstract find(id: string): Promise<Case | undefined>;
  abstract lock(tx: Tx, id: string): Promise<Case | undefined>;
  /** Closes a locked case. */
  abstract close(tx: Tx, id: string, by: string, reason: string): Promise<Case>;
  /** The oldest first when they are open, the newest first when they are closed. */
  abstract list(query: CaseQuery): Promise<Case[]>;
  abstract backlog(): Promise<CaseBacklog[]>;
}

/** Records of a library that are cases as long as they are open, and that a command of their own closes. */
export interface CaseSource {
  readonly kind: CaseKind;
  /** How staff close one, as the message for a person who tries it here. */
  readonly closedBy: string;
  list(query: CaseQuery): Promise<Case[]>;
  find(id: string): Promise<Case | undefined>;
  backlog(): Promise<Omit<CaseBacklog, 'kind'>>;
}

/** Books what resolving a case about a record of this type proposes, once. */
export interface CaseBookings {
  readonly subjectType: string;
  book(tx: Tx, found: Case, booking: Booking, reason: string): Promise<void>;
  /** Takes note that staff have resolved the case and that nothing is booked. */
  dismiss?(tx: Tx, found: Case): Promise<void>;
}

/** Everything that waits for a person, as one list. Rules 19.1 to 19.4. */
@Injectable()
export class Cases {
  private readonly sources: CaseSource[] = [];
  private readonly bookings = new Map<string, CaseBookings>();

  constructor(private readonly cases: CasesRepository) {}

  addSource(source: CaseSource): void {
    this.sources.push(source);
  }

  addBookings(bookings: CaseBookings): void {
    this.bookings.set(bookings.subjectType, bookings);
  }

  /** Opens each once, in the transaction of what reports it. */
  async open(tx: Tx, cases: readonly NewCase[]): Promise<void> {
    if (cases.length > 0) await this.cases.open(tx, cases);
  }

  /** Closes cases by their keys, in the transaction of the event that settles them; with an amount, only those of that amount. */
  async closeByKey(tx: Tx, provider: string, keys: readonly string[], reason: string, amount?: Money): Promise<number> {
    return keys.length > 0 ? this.cases.closeByKey(tx, provider, keys, reason, amount?.toFixed()) : 0;
  }

  /** Closes cases about a record, in the transaction of the event that settles them. */
  closeAbout(tx: Tx, subject: Case['subject'], kinds: readonly CaseKind[], reason: string): Promise<void> {
    return this.cases.closeAbout(tx, subject, kinds, reason);
  }

  /** Of all sources: open ones the oldest first, closed ones the newest first. */
  async list(query: CaseQuery): Promise<Case[]> {
    const sources = this.sources.filter(({ kind }) => query.kind === undefined || query.kind === kind);
    const lists = await Promise.all([this.cases, ...sources].map((source) => source.list(query)));
    const order = query.status === 'open' ? 1 : -1;
    return lists
      .flat()
      .sort((a, b) => order * (a.openedAt.getTime() - b.openedAt.getTime()))
      .slice(0, query.limit);
  }

  /** Throws `CaseNotFoundError`. */
  async show(id: string): Promise<Case> {
    const found = (await this.cases.find(id)) ?? (await this.foundElsewhere(id))?.found;
    if (!found) throw new CaseNotFoundError();
    return found;
  }

  /**
   * Closes a case with the reason, and books what its proposal offers if that is asked for; returns the case. Throws `CaseNotFoundError`, `CaseResolvedError`,
   * `CaseClosedElsewhereError` for one that a command of its own closes, `ValidationError`, or the error of the booking.
   */
  async resolve(
    tx: Tx,
    id: string,
    { reason, book, by }: { reason: string; book?: Booking | undefined; by: string },
  ): Promise<Case> {
    if (!reason.trim()) throw ValidationError.of('reason', 'must not be empty');
    const found = await this.cases.lock(tx, id);
    if (!found) {
      const elsewhere = await this.foundElsewhere(id);
      if (elsewhere) throw new CaseClosedElsewhereError(elsewhere.closedBy);
      throw new CaseNotFoundError();
    }
    if (!closed(found)) throw new CaseResolvedError();
    if (book !== undefined) await this.book(tx, found, book, reason);
    else await this.bookings.get(found.subject.type)?.dismiss?.(tx, found);
    return this.cases.close(tx, id, by, reason);
  }

  /** Of each kind that has any, of all sources. */
  async backlog(): Promise<CaseBacklog[]> {
    const elsewhere = this.sources.map(async (source) => ({ kind: source.kind, ...(await source.backlog()) }));
    return [...(await this.cases.backlog()), ...(await Promise.all(elsewhere))];
  }

  private async book(tx: Tx, found: Case, booking: Booking, reason: string): Promise<void> {
    const bookings = this.bookings.get(found.subject.type);
    if (bookingOf(found) !== booking || !bookings) {
      throw ValidationError.of('book', `the case does not offer to book ${booking}`);
    }
    await bookings.book(tx, found, booking, reason);
  }

  private async foundElsewhere(id: string): Promise<{ found: Case; closedBy: string } | undefined> {
    for (const source of this.sources) {
      const found = await source.find(id);
      if (found) return { found, closedBy: source.closedBy };
    }
    return undefined;
  }
}
