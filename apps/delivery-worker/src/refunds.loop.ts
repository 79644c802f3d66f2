import { RefundAdmin, RefundHandOver } from '@app/payment-links';
import { Log, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SlotLoop } from './slot.loop';

/** Hands refunds to the providers of their payments, and shows how many need staff. */
@Injectable()
export class RefundsLoop extends SlotLoop {
  constructor(refunds: RefundHandOver, admin: RefundAdmin, log: Log, metrics: Metrics) {
    super('refunds', refunds, log);
    metrics.gauge('refunds_stuck', 'Open refunds with a failed attempt, or open for over an hour', () =>
      admin.countStuck(),
    );
  }
}
