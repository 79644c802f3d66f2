import { Clock, DomainError, Slots, UnitOfWork, type Tx } from '@app/kernel';
import { Log, Metrics, traced } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { NewCase } from '../domain/case';
import { askProvider } from './ask-provider';
import { Cases } from './cases';
import type { Fact } from '../domain/fact';
import { unsupportedAmountOf } from '../domain/reported-amount';
import { FactInbox } from './fact-inbox';
import { StatusInquiriesRepository, type DueInquiry, type ListedInquiry, type InquiryBacklog } from './ports';
import type { StatusResponse, InquirySubject } from './provider';
import { Providers } from './providers';

/** Inquiries that run at the same time. */
const SLOTS = 16;
/** The worker stops asking about a subject that is undecided for longer, which is a case then. Rule 19.10. */
const GIVE_UP_AFTER_MS = 30 * 86_400_000;

/** What a provider said, and the errors with which the inbox rejected facts of it. */
interface Looked {
  readonly response: StatusResponse;
  readonly failures: readonly unknown[];
}

/** Asks providers for the status of subjects, and hands the facts in their responses to the inbox. */
@Injectable()
export class StatusInquiries {
  private readonly slots = new Slots<DueInquiry>(SLOTS, ({ subject }) => textOf(subject));
  private readonly outcomes: ReturnType<typeof Metrics.prototype.counter<'outcome'>>;

  constructor(
    private readonly inquiries: StatusInquiriesRepository,
    private readonly providers: Providers,
    private readonly inbox: FactInbox,
    private readonly uow: UnitOfWork,
    private readonly log: Log,
    metrics: Metrics,
    private readonly cases: Cases,
    private readonly clock: Clock,
  ) {
    this.outcomes = metrics.counter('provider_looks_total', 'Status inquiries by outcome', 'outcome', [
      'decided',
      'undecided',
      'failed',
    ]);
  }

  /**
   * Plans an inquiry about each subject whose provider can be asked, by default as soon as possible. It belongs to the
   * trace of the request, if that is given, and so does what it finds.
   */
  async schedule(subjects: readonly InquirySubject[], inMs = 0, requestId: string | null = null): Promise<void> {
    const askable = this.askable(subjects);
    if (askable.length > 0) await this.uow.once((tx) => this.inquiries.schedule(tx, askable, inMs, requestId));
  }

  /** The same, in the transaction of what makes the inquiries necessary. */
  async scheduleIn(tx: Tx, subjects: readonly InquirySubject[]): Promise<void> {
    const askable = this.askable(subjects);
    if (askable.length > 0) await this.inquiries.schedule(tx, askable, 0, null);
  }

  /**
   * Asks the provider while the caller waits, and hands the facts in its response to the inbox; returns whether the subject
   * is decided. Throws while the provider cannot tell, or the first error of the inbox, with the other facts taken.
   */
  async askNow(subject: InquirySubject): Promise<boolean> {
    const { response, failures } = await this.look(subject, 0, null);
    const failure = failures[0] ?? response.problem;
    if (failure !== undefined) throw toError(failure);
    return response.isDecided;
  }

  /** Takes due inquiries for the free slots and starts them; true when more may be due. */
  turn(onFree: () => void): Promise<boolean> {
    const claim = (free: number) => this.uow.once((tx) => this.inquiries.takeDue(tx, free, GIVE_UP_AFTER_MS));
    return this.slots.fill(claim, (due) => this.askInTrace(due), onFree);
  }

  /** Waits for running inquiries; a later turn repeats one that is cut off. */
  async drain(deadlineMs: number): Promise<void> {
    await this.slots.drain(deadlineMs);
  }

  /**
   * Stops asking about subjects that have been undecided for 30 days; returns how many. Those about which the last inquiry
   * found nothing to decide are not among them.
   */
  async giveUpOld(): Promise<number> {
    const now = this.clock.now();
    const given = await this.uow.run(async (tx) => {
      const subjects = await this.inquiries.giveUp(tx, GIVE_UP_AFTER_MS);
      await this.cases.open(
        tx,
        subjects.map((subject) => undecided(subject, now)),
      );
      return subjects;
    });
    for (const subject of given) this.log.error(fieldsOf(subject), 'provider is not asked about the subject any more');
    return given.length;
  }

  /** Those that are due first. */
  list(limit: number): Promise<ListedInquiry[]> {
    return this.inquiries.list(limit);
  }

  backlog(): Promise<InquiryBacklog> {
    return this.inquiries.backlog();
  }

  private askInTrace(due: DueInquiry): Promise<void> {
    const { subject, attempt, requestId } = due;
    const attributes = { ...fieldsOf(subject), attempt };
    return traced('ask provider', { attributes, requestId }, () => this.ask(due));
  }

  private async ask(due: DueInquiry): Promise<void> {
    const { subject, attempt, requestId } = due;
    try {
      const looked = await this.look(subject, attempt, requestId);
      const failed = looked.failures.find((error) => !isUnknownSubject(error)) ?? looked.response.problem;
      if (failed !== undefined) throw toError(failed);
      await this.uow.once((tx) => this.finish(tx, due, looked));
      this.outcomes.inc({ outcome: looked.response.isDecided ? 'decided' : 'undecided' });
    } catch (error) {
      this.outcomes.inc({ outcome: 'failed' });
      this.log.warn(
        { err: error, attempt, request_id: requestId, ...fieldsOf(subject) },
        'provider could not be asked',
      );
      const reason = error instanceof Error ? error.message : String(error);
      await this.uow
        .once((tx) => this.inquiries.noteError(tx, subject, reason.slice(0, 500)))
        .catch((failure: unknown) =>
          this.log.error({ err: failure, ...fieldsOf(subject) }, 'error of the inquiry was not stored'),
        );
    }
  }

  private askable(subjects: readonly InquirySubject[]): InquirySubject[] {
    return subjects.filter(({ provider }) => this.providers.find(provider)?.inquire !== undefined);
  }

  /** Takes every fact, whatever becomes of the others. Rule 6.15. */
  private async look(subject: InquirySubject, attempt: number, requestId: string | null): Promise<Looked> {
    const response = await this.responseOf(subject);
    const body = JSON.stringify({ look: subject, attempt });
    const failures: unknown[] = [];
    for (const fact of response.facts) {
      await this.inbox.take({ fact, body, requestId }).catch((error: unknown) => failures.push(error));
    }
    return { response, failures };
  }

  /** One statement. */
  private finish(tx: Tx, due: DueInquiry, { response, failures }: Looked): Promise<void> {
    const { facts, isDecided, isIdle = false, isSparse = false } = response;
    const isAboutNothing = failures.length > 0 && facts.every(reportsNoMoney);
    if (isDecided || isAboutNothing || (isIdle && due.isLast)) return this.inquiries.remove(tx, due);
    return isSparse ? this.inquiries.watch(tx, due, GIVE_UP_AFTER_MS) : this.inquiries.noteError(tx, due.subject, null);
  }

  private responseOf(subject: InquirySubject): Promise<StatusResponse> {
    const provider = this.providers.find(subject.provider);
    if (!provider?.inquire) throw new Error(`the provider ${subject.provider} is not configured, or cannot be asked`);
    return askProvider((signal) => (provider.inquire as NonNullable<typeof provider.inquire>)(subject, signal));
  }
}

/** Only a person can find out what became of it. The same subject may be given up again later. */
function undecided({ provider, kind, reference }: InquirySubject, now: Date): NewCase {
  return {
    kind: 'unknown_subject',
    key: `look:${kind}:${reference}:${now.toISOString()}`,
    provider,
    providerReference: reference,
    subject: { type: kind, id: reference },
    accountId: null,
    linkId: null,
    paymentId: null,
    amount: null,
    currency: null,
    expected: null,
    outcome: 'exception:undecided',
    proposal: 'ask_provider',
    reportedAt: now,
  };
}

/** Its handler has stored what counts of the fact, and a repetition tells nothing new. */
function isUnknownSubject(error: unknown): boolean {
  return error instanceof DomainError;
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function reportsNoMoney(fact: Fact): boolean {
  return fact.amount === null && unsupportedAmountOf(fact) === null;
}

function textOf({ provider, kind, reference }: InquirySubject): string {
  return `${provider} ${kind} ${reference}`;
}

function fieldsOf({ provider, kind, reference }: InquirySubject) {
  return { provider, kind, reference };
}
