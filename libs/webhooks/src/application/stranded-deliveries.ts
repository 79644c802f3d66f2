import { Clock, UnitOfWork } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { namesInLog } from './delivery-outcomes';
import { StrandedDeliveryRepository } from './ports';

const HOUR_MS = 3_600_000;
/** The first pass after a start repairs what happened before it. Later than this, staff decide whether to resend. */
const FIRST_PASS_MS = 7 * 24 * HOUR_MS;
/** All retries of a delivery fit in, so that one that loses its place between two attempts is found too. */
const LATER_PASSES_MS = 3 * HOUR_MS;
/** A pass reads each delivery of its time, so it is not made all the time. */
const PASS_EVERY_MS = 600_000;
const PAGE = 5_000;

/**
 * Finds recent deliveries that have not ended and are not in the queue, such as those written by a process that does not know the
 * queue, and queues them again. Each worker makes its own passes; what several of them find is queued once.
 */
@Injectable()
export class StrandedDeliveries {
  private createdWithinMs = FIRST_PASS_MS;
  private after: string | undefined;
  private nextPassAtMs = -Infinity;
  private readonly found: ReturnType<typeof Metrics.prototype.counter<never>>;

  constructor(
    private readonly repository: StrandedDeliveryRepository,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.found = metrics.counter(
      'webhook_deliveries_stranded_total',
      'Unfinished deliveries that were not in the queue, and were queued again',
    );
  }

  /** Reads the next page of a pass, if one is due. True while the pass has more pages. */
  async queueAgain(): Promise<boolean> {
    if (this.clock.monotonicMs() < this.nextPassAtMs) return false;
    const { stranded, last } = await this.repository.find(this.after, this.createdWithinMs, PAGE);
    if (stranded.length > 0) await this.queue(stranded);
    this.after = last;
    if (last !== undefined) return true;
    this.createdWithinMs = LATER_PASSES_MS;
    this.nextPassAtMs = this.clock.monotonicMs() + PASS_EVERY_MS;
    return false;
  }

  private async queue(deliveryIds: readonly string[]): Promise<void> {
    const queued = await this.uow.run((tx) => this.repository.queue(tx, deliveryIds));
    if (queued.length === 0) return;
    this.found.inc(queued.length);
    for (const delivery of queued) {
      this.log.error(namesInLog(delivery), 'delivery was not in the queue; the worker queued it again');
    }
  }
}
