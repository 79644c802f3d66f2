import { Money, targetOf, type DomainError, type Tx } from '@app/kernel';
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
  type FactKey,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import { PayoutNotFoundError } from '../domain/errors';
import { OPEN_STATUSES, restOf, TRANSITIONS, type Payout, type RailReport } from '../domain/payout';
import { PAYOUT, readPayoutFact, RETURNED, type PayoutFact, type PayoutFactType } from './payout-facts';
import { PayoutPostings, type PayoutSteps } from './payout-postings';
import { PayoutsRepository } from './ports';

const EVENTS: Readonly<Record<Exclude<PayoutFactType, typeof RETURNED>, RailReport['event']>> = {
  'payout.processing': 'process',
  'payout.completed': 'complete',
  'payout.failed': 'fail',
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
    const booked = await this.bookedAmong(tx, batch);
    const settled = batch.flatMap((fact) => {
      const outcome = booked.has(keyOf(fact)) ? { outcome: 'superseded' } : outcomeOf(readPayoutFact(fact), steps);
      return outcome ? [{ fact, ...outcome }] : [];
    });
    await this.postings.write(tx, steps, requestsBehind(batch));
    return settled;
  }

  /** The returns that are booked although the inbox does not know them any more. */
  private async bookedAmong(tx: Tx, batch: readonly StoredFact[]): Promise<ReadonlySet<string>> {
    const returns = batch.filter(({ type }) => type === RETURNED);
    return new Set((await this.payouts.bookedReturns(tx, returns)).map(keyOf));
  }
}

function keyOf({ provider, id }: FactKey): string {
  return `${provider} ${id}`;
}

type Outcome = Pick<SettledFact, 'outcome' | 'opens'>;

/** Undefined while the fact has to wait: a return that arrives before the completion. */
function outcomeOf(fact: PayoutFact, steps: PayoutSteps): Outcome | undefined {
  const { reference, type, amount, reason, providerReference } = fact;
  const payout = steps.get(reference);
  if (!payout) return undefined;
  if (type === RETURNED) return returnOutcome(fact, payout, steps);
  const exception = amountException(amount, payout.figures.destinationAmount);
  if (exception) return { outcome: exception, opens: caseAbout(payout, 'adjust_wallet') };
  const event = EVENTS[type];
  if (steps.take(reference, { event, reason, providerReference })) return { outcome: type };
  if (payout.status === FAILED && event === 'complete') return contradiction(payout, 'book_paid');
  const rest = restOf(payout).amount;
  const isUndone = payout.status === COMPLETED && event === 'fail' && rest.isPositive();
  return isUndone ? contradiction(payout, 'book_returned', rest) : { outcome: 'superseded' };
}

/** Takes what came back as far as the payout has it left; the rest is for staff. Rule 11.8. */
function returnOutcome(fact: PayoutFact, payout: Payout, steps: PayoutSteps): Outcome | undefined {
  if (OPEN_STATUSES.includes(payout.status)) return undefined;
  if (payout.status === FAILED) return contradiction(payout, 'book_returned');
  const rest = restOf(payout).amount;
  const amount = fact.amount ?? rest;
  if (!(amount instanceof Money)) return surplus(payout, 'exception:unsupported_amount');
  if (amount.currency !== rest.currency) return surplus(payout, 'exception:currency_mismatch');
  if (fact.amount === null && rest.isZero()) return { outcome: 'superseded' };
  if (!amount.isPositive()) return surplus(payout, 'exception:amount_mismatch');
  const taken = amount.isGreaterThan(rest) ? rest : amount;
  if (taken.isPositive()) {
    const report = { amount: taken, reason: fact.reason, fact: { provider: fact.provider, id: fact.id } };
    steps.takeReturn(payout.id, report);
  }
  return taken.equals(amount)
    ? { outcome: RETURNED }
    : surplus(payout, 'exception:exceeds_payout', amount.minus(taken));
}

/** More came back than the payout has left, or something else. */
function surplus(payout: Payout, outcome: string, amount?: Money): Outcome {
  const opens: FactCase = { ...caseAbout(payout, 'adjust_wallet'), kind: 'payout_returned' };
  return { outcome, opens: amount ? { ...opens, amount } : opens };
}

function contradiction(payout: Payout, proposal: CaseProposal, amount?: Money): Outcome {
  const opens = caseAbout(payout, proposal);
  return { outcome: 'exception:contradiction', opens: amount ? { ...opens, amount } : opens };
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
