import { Log } from '@app/platform';
import { StrandedDeliveries } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { BacklogLoop } from './backlog.loop';

/** Queues deliveries again that are not in the queue and have not ended. */
@Injectable()
export class StrandedDeliveriesLoop extends BacklogLoop {
  constructor(stranded: StrandedDeliveries, log: Log) {
    super('stranded-deliveries', () => stranded.queueAgain(), log);
  }
}
