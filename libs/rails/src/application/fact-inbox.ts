import { Batcher, isolateFailures, Money, UnitOfWork, within, type Answer, type Failure, type Tx } from '@app/kernel';
import { Log, Metrics, traced } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { FactCase, NewCase } from '../domain/case';
import type { FactKey, Fact, SettledFact, StoredFact, Subject } from '../domain/fact';
import { ForeignSubjectError } from '../domain/errors';
import { textField } from '../domain/fact-details';
import { unsupportedAmountOf } from '../domain/reported-amount';
import { Cases } from './cases';
import { FactHandlers } from './fact-handlers';
import { Providers } from './providers';
import { FactsRepository, type Backlog, type FactHandler, type ReceivedFact, type Stored } from './ports';

/** One transaction at a time for each kind, so that the next one takes everything that arrived in the meantime. */
const LARGEST_BATCH = 100;
/**
 * How long a provider waits for its fact to be settled. By then it is stored, so the provider gets its response
 * in any case.
 */
const MAX_WAIT_MS = 2_000;
/** How long a fact waits for another one until a person decides about it. Rule 19.7. */
const LONGEST_WAIT_MS = 3 * 86_400_000;

/** One queue for each kind of facts. */
interface Queues {
  storing: Batcher<ReceivedFact, Stored | 'unknown'>;
  settling: Batcher<Subject, Failure | undefined>;
}

/** Receives signed facts, stores each once, and hands them in batches to the handler of their kind. */
@Injectable()
export class FactInbox {
  private readonly queues = new Map<string, Queues>();
  private readonly outcomes: ReturnType<typeof Metrics.prototype.counter<'outcome'>>;

  constructor(
    private readonly facts: FactsRepository,
    private readonly handlers: FactHandlers,
    private readonly providers: Providers,
    private readonly cases: Cases,
    private readonly uow: UnitOfWork,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.outcomes = metrics.counter('rail_notifications_total', 'Notifications of providers by outcome', 'outcome', [
      'unknown_order',
      'foreign_subject',
      'failed',
    ]);
  }

  /**
   * Stores the fact under its key and settles it; `body` is the text that it was read from. When this returns, the
   * provider can get its response: the worker settles later what could not be settled now. Throws the handler's error
   * for an unknown subject.
   */
  async take(received: ReceivedFact): Promise<void> {
    const { fact } = received;
    const stored = await this.queuesOf(fact.kind).storing.add(received);
    if (stored === 'settled') return;
    if (stored === 'unknown') {
      await this.rejectUnknown(received);
      return this.take(received);
    }
    await this.settleSoon(fact);
  }

  /** Settles what is stored about the fact's subject, if it can be done while the provider waits. */
  private async settleSoon(fact: Fact): Promise<void> {
    const queues = this.queuesOf(fact.kind);
    const failure = await within(MAX_WAIT_MS, () => queues.settling.add(fact));
    if (!failure) return;
    this.outcomes.inc({ outcome: 'failed' });
    this.log.error({ err: failure.error, ...fieldsOf(fact) }, 'fact is stored and could not be settled yet');
  }

  /**
   * Settles everything unsettled about these subjects, and the related subjects that their handler adds, in one
   * transaction. A waiting fact is retried as long as others are settled, since it may wait for one of them.
   */
  settle(kind: string, subjects: readonly Subject[]): Promise<SettledFact[]> {
    const attributes = { kind, subjects: subjects.length };
    return traced('settle facts', { attributes }, () => this.settleAll(kind, subjects));
  }

  private async settleAll(kind: string, subjects: readonly Subject[]): Promise<SettledFact[]> {
    const handler = this.handlers.of(kind);
    const { settled, waiting } = await this.uow.run(async (tx) => {
      const locked = await handler.lock(tx, subjects);
      const batch = locked.length > 0 ? await this.facts.findUnsettled(tx, kind, locked) : [];
      const done = batch.length > 0 ? await handler.settle(tx, batch) : [];
      const keys = new Set(done.map((one) => textOf(one.fact)));
      const left = batch.filter((one) => !keys.has(textOf(one)));
      const all = done.length > 0 ? done : await this.giveUp(tx, left);
      if (all.length > 0) await this.facts.settle(tx, all);
      await this.cases.open(tx, casesOf(batch, all));
      return { settled: all, waiting: done.length > 0 ? left : [] };
    });
    for (const { outcome, fact, opens } of settled) {
      this.outcomes.inc({ outcome });
      const needsStaff = opens !== undefined || outcome.startsWith('exception:');
      if (needsStaff) this.log.warn({ outcome, ...fieldsOf(fact) }, 'fact needs a decision by staff');
    }
    if (settled.length === 0 || waiting.length === 0) return settled;
    return [...settled, ...(await this.settle(kind, waiting))];
  }

  /** Those that wait for another fact and have waited for too long are cases. */
  private async giveUp(tx: Tx, waiting: readonly StoredFact[]): Promise<SettledFact[]> {
    if (waiting.length === 0) return [];
    const overdue = new Set((await this.facts.noteWaiting(tx, waiting, LONGEST_WAIT_MS)).map(textOf));
    return waiting
      .filter((fact) => overdue.has(textOf(fact)))
      .map((fact) => ({ fact, outcome: 'exception:unknown_subject', opens: unknownSubject(fact) }));
  }

  /** Settles what an earlier attempt left behind and what waits for another fact; returns how many were due. */
  async settleDue(limit: number): Promise<number> {
    const due = await this.uow.once((tx) => this.facts.takeDue(tx, this.handlers.kinds(), limit));
    for (const kind of new Set(due.map((one) => one.kind))) {
      const ofKind = due.filter((one) => one.kind === kind);
      const failures = await this.settleIsolated(kind, ofKind);
      ofKind.forEach((key, i) => {
        if (failures[i]) this.log.error({ err: failures[i].error, ...fieldsOf(key) }, 'fact cannot be settled');
      });
    }
    return due.length;
  }

  /** The subjects, of those given, with facts that are not settled. */
  async findUnsettledSubjects(tx: Tx, kind: string, subjects: readonly Subject[]): Promise<Subject[]> {
    const unsettled = await this.facts.findUnsettled(tx, kind, subjects);
    return unsettled.map(({ provider, reference }) => ({ provider, reference }));
  }

  /** The facts that are stored and not settled, but for those that wait for another one. */
  backlog(): Promise<Backlog> {
    return this.facts.backlog();
  }

  private queuesOf(kind: string): Queues {
    let queues = this.queues.get(kind);
    if (!queues) {
      const handler = this.handlers.of(kind);
      queues = {
        storing: new Batcher(0, LARGEST_BATCH, (received) => this.store(handler, received)),
        settling: new Batcher(0, LARGEST_BATCH, (subjects, answer) => this.settleIsolated(kind, subjects, answer)),
      };
      this.queues.set(kind, queues);
    }
    return queues;
  }

  private async store(handler: FactHandler, received: readonly ReceivedFact[]): Promise<(Stored | 'unknown')[]> {
    const known = await handler.recognize(received.map(({ fact }) => fact));
    const items = received.filter((_, i) => known[i]);
    const stored = items.length > 0 ? await this.uow.once((tx) => this.facts.store(tx, items)) : [];
    const states = stored.values();
    return known.map((isKnown) => (isKnown ? (states.next().value as Stored) : 'unknown'));
  }

  /** Halves a batch that fails until only the fact that makes it fail is left. */
  private settleIsolated(
    kind: string,
    subjects: readonly Subject[],
    answer?: Answer<Failure | undefined>,
  ): Promise<(Failure | undefined)[]> {
    return isolateFailures(subjects, (some) => this.settle(kind, some), answer);
  }

  /** Throws the error that the provider gets; returns when the subject has appeared in the meantime. */
  private async rejectUnknown(received: ReceivedFact): Promise<void> {
    const { fact } = received;
    const handler = this.handlers.of(fact.kind);
    const error = await handler.rejectUnknown(fact, this.providers.storedNamesBeside(fact.provider));
    if (!error) return;
    if (error instanceof ForeignSubjectError) {
      this.outcomes.inc({ outcome: 'foreign_subject' });
      this.log.warn({ reference: fact.reference, ...fieldsOf(fact) }, "fact about another provider's subject");
      throw error;
    }
    if (handler.awaitsSubject(fact)) await this.uow.once((tx) => this.facts.store(tx, [received]));
    // A fact that was rejected before and stored may have been waiting for this one.
    await this.settleSoon(fact);
    this.outcomes.inc({ outcome: 'unknown_order' });
    this.log.warn({ reference: fact.reference, ...fieldsOf(fact) }, 'fact about an unknown subject');
    throw error;
  }
}

function casesOf(batch: readonly StoredFact[], settled: readonly SettledFact[]): NewCase[] {
  const facts = new Map(batch.map((fact) => [textOf(fact), fact]));
  return settled.flatMap(({ fact: key, outcome, opens }) => {
    const fact = facts.get(textOf(key));
    return fact && opens ? [caseOf(fact, outcome, opens)] : [];
  });
}

/** The case that the fact opened, under the id of the fact. */
function caseOf(
  fact: StoredFact,
  outcome: string,
  { expected, amount: part, key = fact.id, ...opened }: FactCase,
): NewCase {
  const reported = part ?? fact.amount ?? unsupportedAmountOf(fact);
  const shown = reported instanceof Money ? { amount: reported.toFixed(), currency: reported.currency } : reported;
  return {
    ...opened,
    provider: fact.provider,
    key,
    providerReference: textField(fact.details, 'provider_reference') ?? fact.reference,
    amount: shown?.amount ?? null,
    currency: shown?.currency ?? null,
    expected: expected?.toFixed() ?? null,
    outcome,
    reportedAt: fact.receivedAt,
  };
}

function unknownSubject({ kind, reference }: StoredFact): FactCase {
  return {
    kind: 'unknown_subject',
    subject: { type: kind, id: reference },
    accountId: null,
    linkId: null,
    paymentId: null,
    expected: null,
    proposal: 'ask_provider',
  };
}

function textOf({ provider, id }: FactKey): string {
  return `${provider} ${id}`;
}

function fieldsOf({ provider, id }: FactKey) {
  return { provider, notification_id: id };
}
