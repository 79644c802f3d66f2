import { RefundHandOver } from '@app/payment-links';
import { Log } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SlotLoop } from './slot.loop';

/** Hands refunds to the providers of their payments. */
@Injectable()
export class RefundsLoop extends SlotLoop {
  constructor(refunds: RefundHandOver, log: Log) {
    super('refunds', refunds, log);
  }
}
