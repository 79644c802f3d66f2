import { ValidationError, type Tx } from '@app/kernel';
import type { Booking, Case, CaseBookings } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { restOf } from '../domain/payout';
import { PayoutPostings, type PayoutSteps } from './payout-postings';

/** What staff book when they resolve a case about a payout, once. Rules 11.19 and 19.9. */
@Injectable()
export class PayoutBookings implements CaseBookings {
  readonly subjectType = 'payout';

  constructor(private readonly postings: PayoutPostings) {}

  /** Throws `ValidationError` for a payout whose status, or what came back of it before, rejects the entry. */
  async book(tx: Tx, { subject: { id } }: Case, booking: Booking): Promise<void> {
    const steps = await this.postings.begin(tx, [id]);
    const isTaken = booking === 'paid' ? steps.correct(id) : takeRest(steps, id);
    if (!isTaken) throw ValidationError.of('book', `cannot be ${booking}: ${stateOf(steps, id)}`);
    await this.postings.write(tx, steps);
  }
}

function takeRest(steps: PayoutSteps, id: string): boolean {
  const payout = steps.get(id);
  if (!payout) return false;
  const { amount } = restOf(payout);
  return amount.isPositive() && steps.takeReturn(id, { amount, reason: null, fact: null });
}

function stateOf(steps: PayoutSteps, id: string): string {
  const payout = steps.get(id);
  if (!payout) return 'there is no such payout';
  return restOf(payout).amount.isZero() ? 'the whole payout has come back' : `the payout is ${payout.status}`;
}
