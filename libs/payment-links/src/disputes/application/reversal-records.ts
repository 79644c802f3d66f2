import type { Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { RefundsRepository } from '../../refunds/application/ports';
import { CreditedPayments } from '../../settlement/application/ports';
import { DisputesRepository } from './ports';
import { ReversalSteps } from './reversal-steps';

/** The records of refunds and disputes that began at the provider, with their payments. */
@Injectable()
export class ReversalRecords {
  constructor(
    private readonly payments: CreditedPayments,
    private readonly refunds: RefundsRepository,
    private readonly disputes: DisputesRepository,
  ) {}

  async begin(tx: Tx, paymentIds: readonly string[], now: Date): Promise<ReversalSteps> {
    const locked = await this.payments.lock(tx, paymentIds);
    const refunds = await this.refunds.listOfPayments(tx, paymentIds);
    return new ReversalSteps(locked, refunds, await this.disputes.listOfPayments(tx, paymentIds), now);
  }

  async write(tx: Tx, { made, disputeSteps, changedPayments }: ReversalSteps): Promise<void> {
    for (const refund of made) await this.refunds.insert(tx, refund);
    await this.disputes.save(
      tx,
      disputeSteps.map(({ dispute }) => dispute),
    );
    await this.payments.save(tx, changedPayments);
  }
}
