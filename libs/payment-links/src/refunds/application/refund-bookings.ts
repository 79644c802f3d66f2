import { ValidationError, type Tx } from '@app/kernel';
import type { Booking, Case, CaseBookings } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { RefundPostings } from './refund-postings';

/** What staff book when they resolve a case about a refund, once. Rules 17.12 and 19.9. */
@Injectable()
export class RefundBookings implements CaseBookings {
  readonly subjectType = 'refund';

  constructor(private readonly postings: RefundPostings) {}

  /** Throws `ValidationError` for a refund whose status, or what is left of its payment, rejects the entry. */
  async book(tx: Tx, { subject: { id } }: Case, booking: Booking): Promise<void> {
    const steps = await this.postings.begin(tx, [id]);
    const isTaken = booking === 'paid' ? steps.correct(id) : steps.reverse(id);
    if (!isTaken) {
      const status = steps.get(id)?.status ?? 'unknown';
      throw ValidationError.of(
        'book',
        `cannot be ${booking}: the refund is ${status}, and what is left does not allow it`,
      );
    }
    await this.postings.write(tx, steps);
  }

  /** A refund whose success was in doubt stays completed, without the doubt. */
  async dismiss(tx: Tx, { kind, subject: { id } }: Case): Promise<void> {
    if (kind !== 'refund_reversed') return;
    const steps = await this.postings.begin(tx, [id]);
    if (steps.confirm(id)) await this.postings.write(tx, steps);
  }
}
