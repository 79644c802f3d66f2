import { Clock, Money, type DomainError, type Tx } from '@app/kernel';
import {
  Cases,
  distinctSubjects,
  FactHandler,
  ForeignSubjectError,
  type Fact,
  type SettledFact,
  type StoredFact,
  type Subject,
  type FactCase,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import { CreditedPayments, type MoneyRecord } from '../../settlement/application/ports';
import { OrderNotFoundError } from '../../settlement/domain/errors';
import type { ReceivedPayment } from '../../settlement/domain/received-payment';
import { ExceptionReversals } from './exception-reversals';
import { ABOUT_FIGURES, readReversalFact, REVERSAL, REVERSAL_FACT_TYPES, untakenKey } from './reversal-facts';
import { ReversalPostings } from './reversal-postings';
import type { OpenQuestion, ReversalSteps } from './reversal-steps';

/** How long a refund that failed waits for the report that it was made. */
const MADE_BEFORE_MS = 2 * 86_400_000;

/** Settles refunds and disputes that began at the provider of a payment. */
@Injectable()
export class ReversalSettlement extends FactHandler {
  readonly kind = REVERSAL;

  constructor(
    private readonly payments: CreditedPayments,
    private readonly exceptions: ExceptionReversals,
    private readonly postings: ReversalPostings,
    private readonly cases: Cases,
    private readonly clock: Clock,
  ) {
    super();
  }

  async recognize(facts: readonly Fact[]): Promise<boolean[]> {
    return (await this.payments.moneyOf(facts)).map((record) => record !== undefined);
  }

  /** It may arrive before the payment that it takes back. */
  override awaitsSubject(): boolean {
    return true;
  }

  async rejectUnknown(fact: Fact, otherProviders: readonly string[]): Promise<DomainError | undefined> {
    const elsewhere = otherProviders.map((provider) => ({ provider, reference: fact.reference }));
    const [own, ...others] = await this.payments.moneyOf([fact, ...elsewhere]);
    if (own !== undefined) return undefined;
    const error = new OrderNotFoundError();
    return others.some((record) => record !== undefined) ? new ForeignSubjectError(error) : error;
  }

  /** Exceptions with their links before payments, as staff who credit one lock them. */
  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const records = await this.payments.moneyIn(tx, subjects);
    await this.exceptions.lock(tx, idsOf(records, 'exception'));
    await this.payments.lock(tx, idsOf(records, 'payment'));
    return distinctSubjects(subjects);
  }

  /** Read again under the locks: staff may have credited an exception in the meantime. */
  async settle(tx: Tx, batch: readonly StoredFact[]): Promise<SettledFact[]> {
    const records = await this.payments.moneyIn(tx, batch);
    const facts = batch
      .map((fact, at) => ({ fact, record: records[at] }))
      .sort((a, b) => rankOf(a.fact) - rankOf(b.fact));
    const ofExceptions = facts.flatMap(({ fact, record }) =>
      record?.type === 'exception' ? [{ fact, exceptionId: record.id }] : [],
    );
    const ofPayments = facts.flatMap(({ fact, record }) =>
      record?.type === 'payment' ? [{ fact, paymentId: record.id }] : [],
    );
    const reversed = await this.exceptions.settle(tx, ofExceptions);
    const settled = [...reversed, ...(await this.settlePayments(tx, ofPayments))];
    const waiting = waitingOf([...ofExceptions, ...ofPayments], settled);
    const back = await this.givenBack(tx, waiting);
    return [
      ...settled,
      ...back,
      ...this.neverMade(
        waitingOf(
          waiting.map((fact) => ({ fact })),
          back,
        ),
      ),
    ];
  }

  /** What was taken of no record and is back closes its case: a refund that failed, or a dispute that was won. Rule 19.5. */
  private async givenBack(tx: Tx, waiting: readonly StoredFact[]): Promise<SettledFact[]> {
    const settled: SettledFact[] = [];
    for (const fact of waiting) {
      const reversal = readReversalFact(fact);
      if (reversal.type !== 'refund.failed' && reversal.type !== 'dispute.won') continue;
      const amount = reversal.amount instanceof Money ? reversal.amount : undefined;
      const keys = [untakenKey(reversal)];
      const closed = await this.cases.closeByKey(tx, fact.provider, keys, 'The money is back at the provider.', amount);
      if (closed > 0) settled.push({ fact, outcome: 'given_back' });
    }
    return settled;
  }

  /** Refunds that failed, and of which nothing else is heard: they never took the money. Rule 17.12. */
  private neverMade(waiting: readonly StoredFact[]): SettledFact[] {
    const latest = this.clock.now().getTime() - MADE_BEFORE_MS;
    return waiting
      .filter(({ type, receivedAt }) => type === 'refund.failed' && receivedAt.getTime() <= latest)
      .map((fact) => ({ fact, outcome: 'ignored' }));
  }

  /** What ends a dispute waits until its beginning is known, and all of it until the payment is credited. */
  private async settlePayments(
    tx: Tx,
    facts: readonly { fact: StoredFact; paymentId: string }[],
  ): Promise<SettledFact[]> {
    if (facts.length === 0) return [];
    const steps = await this.postings.begin(tx, [...new Set(facts.map(({ paymentId }) => paymentId))]);
    const settled = facts.flatMap(({ fact, paymentId }) => {
      const taken = steps.take(paymentId, readReversalFact(fact));
      if (!taken) return [];
      const { payment } = steps.paymentOf(paymentId);
      return [{ fact, outcome: taken.outcome, ...(taken.open && { opens: caseAbout(payment, taken.open, fact) }) }];
    });
    const requests = new Map(facts.map(({ fact, paymentId }) => [paymentId, fact.requestId]));
    await this.postings.write(tx, steps, requests);
    await this.closeTaken(tx, steps);
    return this.closeWon(tx, steps, settled);
  }

  /** What took a part of an exception was a case; it is none once it took that of the payment to which staff credited it. */
  private async closeTaken(tx: Tx, { disputeSteps }: ReversalSteps): Promise<void> {
    for (const { dispute, event } of disputeSteps) {
      const keys = event === 'taken' ? [untakenKey(dispute)] : [];
      await this.cases.closeByKey(tx, dispute.provider, keys, 'The dispute took it from the credited payment.');
    }
  }

  /** A dispute that brought back all that it was reported to take leaves no question about that. Rule 19.5. */
  private async closeWon(tx: Tx, { disputeSteps }: ReversalSteps, settled: SettledFact[]): Promise<SettledFact[]> {
    const inPart = new Set(
      settled.flatMap(({ outcome, opens }) => (outcome === 'dispute_won' ? (opens?.subject.id ?? []) : [])),
    );
    const won = disputeSteps.filter(({ dispute, event }) => event === 'win' && !inPart.has(dispute.id));
    if (won.length === 0) return settled;
    const ids = new Set(won.map(({ dispute }) => dispute.id));
    for (const id of ids) {
      await this.cases.closeAbout(tx, { type: 'dispute', id }, ABOUT_FIGURES, 'The dispute was won.');
    }
    const isClosed = ({ opens }: SettledFact) =>
      opens !== undefined && ids.has(opens.subject.id) && ABOUT_FIGURES.includes(opens.kind);
    return settled.map((one) => (isClosed(one) ? { fact: one.fact, outcome: one.outcome } : one));
  }
}

function waitingOf(facts: readonly { fact: StoredFact }[], settled: readonly SettledFact[]): StoredFact[] {
  const done = new Set(settled.map(({ fact }) => fact.id));
  return facts.map(({ fact }) => fact).filter(({ id }) => !done.has(id));
}

function caseAbout(
  payment: ReceivedPayment,
  { kind, disputeId, expected, amount }: OpenQuestion,
  fact: StoredFact,
): FactCase {
  const { id, accountId, linkId, terms } = payment;
  const isUntaken = disputeId === undefined && ABOUT_FIGURES.includes(kind);
  return {
    kind,
    subject: disputeId === undefined ? { type: 'received_payment', id } : { type: 'dispute', id: disputeId },
    accountId,
    linkId,
    paymentId: id,
    expected: expected ?? terms.payerAmount,
    proposal: 'adjust_wallet',
    ...(amount && { amount }),
    ...(isUntaken && { key: untakenKey(readReversalFact(fact)) }),
  };
}

function rankOf(fact: Fact): number {
  return REVERSAL_FACT_TYPES.indexOf(readReversalFact(fact).type);
}

function idsOf(records: readonly (MoneyRecord | undefined)[], type: MoneyRecord['type']): string[] {
  return [...new Set(records.flatMap((record) => (record?.type === type ? [record.id] : [])))];
}
