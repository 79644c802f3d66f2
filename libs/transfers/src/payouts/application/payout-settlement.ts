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
import { PayoutNotFoundError } from '../domain/errors';
import { OPEN_STATUSES, TRANSITIONS, type Payout } from '../domain/payout';
import { PAYOUT, readPayoutFact, type PayoutFact, type PayoutFactType } from './payout-facts';
import { PayoutPostings, type PayoutReport, type PayoutSteps } from './payout-postings';
import { PayoutsRepository } from './ports';

const EVENTS: Readonly<Record<PayoutFactType, PayoutReport['event']>> = {
  'payout.processing': 'process',
  'payout.completed': 'complete',
  'payout.failed': 'fail',
  'payout.returned': 'return',
};

const FAILED = targetOf(TRANSITIONS, 'fail');
const COMPLETED = targetOf(TRANSITIONS, 'complete');

/** Settles what rails report about payouts. The reference of a fact is our payout id. */
@Injectable()
export class PayoutSettlement extends FactHandler {
  readonly kind = PAYOUT;

  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly postings: PayoutPostings,
  ) {
    super();
  }

  /** A provider reports on its own payouts only. */
  async recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    const providers = await this.payouts.providersOf(subjects.map(({ reference }) => reference));
    return subjects.map(({ provider, reference }) => providers.get(reference) === provider);
  }

  async rejectUnknown({ provider, reference }: Fact): Promise<DomainError | undefined> {
    const handedTo = (await this.payouts.providersOf([reference])).get(reference);
    if (handedTo === provider) return undefined;
    const error = new PayoutNotFoundError();
    return handedTo === undefined ? error : new ForeignSubjectError(error);
  }

  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const locked = await this.payouts.lock(tx, referredIds(subjects));
    const known = new Set(locked.map(({ id }) => id));
    return distinctSubjects(subjects).filter(({ reference }) => known.has(reference));
  }

  async settle(tx: Tx, batch: readonly StoredFact[]): Promise<SettledFact[]> {
    const steps = await this.postings.begin(tx, referredIds(batch));
    const settled = batch.flatMap((fact) => {
      const outcome = outcomeOf(readPayoutFact(fact), steps);
      return outcome ? [{ fact, ...outcome }] : [];
    });
    await this.postings.write(tx, steps, requestsBehind(batch));
    return settled;
  }
}

/** Undefined while the fact has to wait: a return that arrives before the completion. */
function outcomeOf(fact: PayoutFact, steps: PayoutSteps): Pick<SettledFact, 'outcome' | 'opens'> | undefined {
  const { reference, type, amount, reason, providerReference } = fact;
  const payout = steps.get(reference);
  if (!payout) return undefined;
  const exception = amountException(amount, payout.figures.destinationAmount);
  if (exception) return { outcome: exception, opens: caseAbout(payout, 'adjust_wallet') };
  const event = EVENTS[type];
  if (event === 'return' && OPEN_STATUSES.includes(payout.status)) return undefined;
  if (steps.take(reference, { event, reason, providerReference })) return { outcome: type };
  if (!contradicts(payout, event)) return { outcome: 'superseded' };
  const proposal = payout.status === FAILED ? 'book_paid' : 'book_returned';
  return { outcome: 'exception:contradiction', opens: caseAbout(payout, proposal) };
}

/** The provider says something else than the record. Rule 19.6. */
function caseAbout({ id, accountId, figures }: Payout, proposal: CaseProposal): FactCase {
  return {
    kind: 'contradiction',
    subject: { type: 'payout', id },
    accountId,
    linkId: null,
    paymentId: null,
    expected: figures.destinationAmount,
    proposal,
  };
}

/** The rail reports that it paid what we have failed, or that it did not pay what we have completed. */
function contradicts({ status }: Payout, event: PayoutReport['event']): boolean {
  if (status === FAILED) return event === 'complete' || event === 'return';
  return status === COMPLETED && event === 'fail';
}
