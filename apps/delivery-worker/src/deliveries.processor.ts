import { traced } from '@app/platform';
import { BatchRunner, DELIVERIES_QUEUE, type DeliveryBatch } from '@app/webhooks';
import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';

/** Runs the batches of deliveries that workers share through Redis. */
@Processor(DELIVERIES_QUEUE)
export class DeliveriesProcessor {
  constructor(private readonly runner: BatchRunner) {}

  /** One at a time: a batch has ended here as soon as each of its deliveries has a slot. */
  @Process({ concurrency: 1 })
  deliver({ data }: Job<DeliveryBatch>): Promise<void> {
    const attributes = { deliveries: data.deliveries.length };
    return traced('run batch of deliveries', { attributes }, () => this.runner.run(data));
  }
}
