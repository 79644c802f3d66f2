import { isUuid, targetOf, type DomainError, type Tx } from '@app/kernel';
import {
  distinctSubjects,
  FactHandler,
  unsupportedAmountOf,
  type Fact,
  type SettledFact,
  type Subject,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import { PayoutNotFoundError } from '../domain/errors';
import { OPEN_STATUSES, TRANSITIONS, type Payout } from '../domain/payout';
import { PayoutPostings, type PayoutReport, type PayoutSteps } from './payout-postings';
import { PayoutsRepository } from './ports';

const EVENTS: ReadonlyMap<string, PayoutReport['event']> = new Map([
  ['payout.processing', 'process'],
  ['payout.completed', 'complete'],
  ['payout.failed', 'fail'],
  ['payout.returned', 'return'],
] as const);

const FAILED = targetOf(TRANSITIONS, 'fail');
const COMPLETED = targetOf(TRANSITIONS, 'complete');

/** Settles what rails report about payouts. The reference of a fact is our payout id. */
@Injectable()
export class PayoutSettlement extends FactHandler {
  readonly kind = 'payout';

  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly postings: PayoutPostings,
  ) {
    super();
  }

  recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    return this.payouts.recognize(subjects.map(({ reference }) => reference));
  }

  refuse(): Promise<DomainError | undefined> {
    return Promise.resolve(new PayoutNotFoundError());
  }

  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const locked = await this.payouts.lock(tx, idsOf(subjects));
    const known = new Set(locked.map(({ id }) => id));
    return distinctSubjects(subjects).filter(({ reference }) => known.has(reference));
  }

  async settle(tx: Tx, batch: readonly Fact[]): Promise<SettledFact[]> {
    const steps = this.postings.begin(await this.payouts.lock(tx, idsOf(batch)));
    const settled = batch.flatMap((fact) => {
      const outcome = outcomeOf(fact, steps);
      return outcome ? [{ fact, ...outcome }] : [];
    });
    await this.postings.write(tx, steps);
    return settled;
  }
}

/** Undefined while the fact has to wait: a return that arrives before the completion. */
function outcomeOf(fact: Fact, steps: PayoutSteps): Pick<SettledFact, 'outcome' | 'needsStaff'> | undefined {
  const { reference, type, amount, details } = fact;
  const payout = steps.get(reference);
  const event = EVENTS.get(type);
  if (!payout || !event) return { outcome: 'exception:unreadable', needsStaff: true };
  if (unsupportedAmountOf(fact)) return { outcome: 'exception:unsupported_amount', needsStaff: true };
  if (amount && !amount.equals(payout.figures.destinationAmount)) {
    return { outcome: 'exception:amount_mismatch', needsStaff: true };
  }
  if (event === 'return' && OPEN_STATUSES.includes(payout.status)) return undefined;
  const report = {
    event,
    reason: textOf(details?.['reason']),
    providerReference: textOf(details?.['provider_reference']),
  };
  if (steps.take(reference, report)) return { outcome: type, needsStaff: false };
  return contradicts(payout, event)
    ? { outcome: 'exception:contradiction', needsStaff: true }
    : { outcome: 'superseded', needsStaff: false };
}

/** The rail says that it paid what we have failed, or that it did not pay what we have completed. */
function contradicts({ status }: Payout, event: PayoutReport['event']): boolean {
  if (status === FAILED) return event === 'complete' || event === 'return';
  return status === COMPLETED && event === 'fail';
}

function idsOf(subjects: readonly Subject[]): string[] {
  return [...new Set(subjects.map(({ reference }) => reference).filter(isUuid))];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
