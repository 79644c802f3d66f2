import { targetOf, type DomainError, type Tx } from '@app/kernel';
import {
  amountException,
  distinctSubjects,
  FactHandler,
  ForeignSubjectError,
  referredIds,
  requestsBehind,
  type Fact,
  type SettledFact,
  type StoredFact,
  type Subject,
  type CaseProposal,
  type FactCase,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import { RefundNotFoundError } from '../domain/errors';
import { REFUND_TRANSITIONS, type Refund, type RefundReport } from '../domain/refund';
import { readRefundFact, REFUND, type RefundFact, type RefundFactType } from './refund-facts';
import { RefundPostings, type RefundSteps } from './refund-postings';
import { CreditedPayments } from '../../settlement/application/ports';
import { RefundsRepository } from './ports';

const EVENTS: Readonly<Record<RefundFactType, RefundReport['event']>> = {
  'refund.processing': 'process',
  'refund.completed': 'complete',
  'refund.failed': 'fail',
};

const CONTRADICTION = 'exception:contradiction';

const COMPLETED = targetOf(REFUND_TRANSITIONS, 'complete');

/** Settles what providers report about refunds of ours. The reference of a fact is our refund id. */
@Injectable()
export class RefundSettlement extends FactHandler {
  readonly kind = REFUND;

  constructor(
    private readonly refunds: RefundsRepository,
    private readonly payments: CreditedPayments,
    private readonly postings: RefundPostings,
  ) {
    super();
  }

  /** A provider reports on its own refunds only. */
  async recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    const owners = await this.refunds.ownersOf(referredIds(subjects));
    return subjects.map(({ provider, reference }) => owners.get(reference)?.provider === provider);
  }

  async rejectUnknown({ provider, reference }: Fact): Promise<DomainError | undefined> {
    const owner = (await this.refunds.ownersOf(referredIds([{ provider, reference }]))).get(reference);
    if (owner?.provider === provider) return undefined;
    const error = new RefundNotFoundError();
    return owner ? new ForeignSubjectError(error) : error;
  }

  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const owners = await this.refunds.ownersIn(tx, referredIds(subjects));
    await this.payments.lock(tx, [...new Set([...owners.values()].map(({ paymentId }) => paymentId))]);
    return distinctSubjects(subjects).filter(({ reference }) => owners.has(reference));
  }

  async settle(tx: Tx, batch: readonly StoredFact[]): Promise<SettledFact[]> {
    const steps = await this.postings.begin(tx, referredIds(batch));
    const settled = batch.flatMap((fact) => {
      const outcome = outcomeOf(readRefundFact(fact), steps);
      return outcome ? [{ fact, ...outcome }] : [];
    });
    await this.postings.write(tx, steps, requestsBehind(batch));
    return settled;
  }
}

function outcomeOf(fact: RefundFact, steps: RefundSteps): Pick<SettledFact, 'outcome' | 'opens'> | undefined {
  const { reference, type, amount, reason, providerReference } = fact;
  const refund = steps.get(reference);
  if (!refund) return undefined;
  const exception = amountException(amount, refund.amount);
  if (exception) return { outcome: exception, opens: caseAbout(refund, 'adjust_wallet') };
  const event = EVENTS[type];
  if (steps.take(reference, { event, reason, providerReference })) return { outcome: type };
  if (event === 'fail' && refund.status === COMPLETED) {
    steps.doubt(reference, reason);
    const opens = caseAbout(refund, refund.correctedAt === null ? 'book_returned' : 'adjust_wallet');
    return { outcome: CONTRADICTION, opens: { ...opens, kind: 'refund_reversed', amount: refund.amount } };
  }
  if (event !== 'complete' || refund.status === COMPLETED) return { outcome: 'superseded' };
  // The provider paid what we have failed, or what others had taken before.
  return {
    outcome: CONTRADICTION,
    opens: caseAbout(refund, steps.canCorrect(reference) ? 'book_paid' : 'adjust_wallet'),
  };
}

/** The provider says something else than the record. Rule 19.6. */
function caseAbout({ id, accountId, linkId, paymentId, amount }: Refund, proposal: CaseProposal): FactCase {
  return {
    kind: 'contradiction',
    subject: { type: 'refund', id },
    accountId,
    linkId,
    paymentId,
    expected: amount,
    proposal,
  };
}
