import { Log, Metrics } from '@app/platform';
import { PayoutAdmin, PayoutHandOver } from '@app/transfers';
import { Injectable } from '@nestjs/common';
import { SlotLoop } from './slot.loop';

/** Hands payouts to the rail, and shows how many need staff. */
@Injectable()
export class PayoutsLoop extends SlotLoop {
  constructor(payouts: PayoutHandOver, admin: PayoutAdmin, log: Log, metrics: Metrics) {
    super('payouts', payouts, log);
    metrics.gauge('payouts_stuck', 'Open payouts with a failed attempt, or open for over an hour', () =>
      admin.countStuck(),
    );
  }
}
