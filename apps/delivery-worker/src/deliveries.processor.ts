import { DELIVERIES_QUEUE, DELIVERY_SLOTS, Dispatcher, type DeliveryJob } from '@app/webhooks';
import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';

/** Runs the deliveries that workers share through Redis. */
@Processor(DELIVERIES_QUEUE)
export class DeliveriesProcessor {
  constructor(private readonly dispatcher: Dispatcher) {}

  @Process({ concurrency: DELIVERY_SLOTS })
  deliver({ data }: Job<DeliveryJob>): Promise<void> {
    return this.dispatcher.run(data);
  }
}
