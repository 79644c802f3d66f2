import { Batcher, RECORD_RETRIES_MS, retrying, UnitOfWork } from '@app/kernel';
import { Log, Metrics } from '@app/platform';
import { Injectable } from '@nestjs/common';
import type { DeliveryName, SettledOutcome } from '../domain/delivery';
import { DeliveryQueue } from './ports';

/** With more outcomes than this still to be recorded, nothing is claimed. */
const MAX_UNRECORDED = 1_000;
const MAX_BATCH = 500;
/** Outcomes wait this long for others. With 4 ms the worker sent 5 % less, with 25 ms 10 % less. */
const RECORD_WINDOW_MS = 12;

/** Counts the outcomes of attempts and records them in batches. */
@Injectable()
export class DeliveryOutcomes {
  private readonly records: Batcher<SettledOutcome, true>;
  private readonly recording = new Set<Promise<void>>();
  private readonly attempts: ReturnType<typeof Metrics.prototype.counter<'result'>>;
  private readonly durations: ReturnType<typeof Metrics.prototype.histogram<never>>;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly uow: UnitOfWork,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.records = new Batcher(RECORD_WINDOW_MS, MAX_BATCH, (outcomes) => this.recordAll(outcomes));
    this.attempts = metrics.counter('webhook_attempts_total', 'Delivery attempts by result', 'result', [
      'delivered',
      'retry',
      'failed',
      'lost',
    ]);
    this.durations = metrics.histogram(
      'webhook_attempt_seconds',
      'Time a receiver took to respond',
      [],
      [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    );
  }

  /** Whether so many outcomes wait to be recorded that more attempts would only add to the backlog. */
  get isBehind(): boolean {
    return this.recording.size >= MAX_UNRECORDED;
  }

  /** Counts the outcome now and records it within milliseconds; one that cannot be recorded is left to its lease. */
  add(outcome: SettledOutcome): void {
    this.attempts.inc({ result: outcome.status === 'pending' ? 'retry' : outcome.status });
    this.durations.observe({}, outcome.durationMs / 1000);
    if (outcome.status === 'failed') {
      this.log.warn({ ...namesInLog(outcome), reason: outcome.error }, 'delivery failed after its last attempt');
    }
    const recorded: Promise<void> = this.record(outcome).finally(() => this.recording.delete(recorded));
    this.recording.add(recorded);
  }

  /** Deliveries that a claim has ended, since the outcome of their last attempt never arrived. */
  recordLost(deliveries: readonly DeliveryName[]): void {
    if (deliveries.length === 0) return;
    this.attempts.inc({ result: 'lost' }, deliveries.length);
    for (const delivery of deliveries) {
      this.log.error(namesInLog(delivery), 'delivery failed: the outcome of its last attempt is unknown');
    }
  }

  /** Resolves when all outcomes so far are recorded, or could not be. */
  async waitUntilRecorded(): Promise<void> {
    await Promise.all(this.recording);
  }

  private async recordAll(outcomes: SettledOutcome[]): Promise<true[]> {
    const complete = () => this.uow.once((tx) => this.queue.complete(tx, outcomes));
    await retrying(RECORD_RETRIES_MS, complete, (error) =>
      this.log.warn({ outcomes: outcomes.length, err: error }, 'outcomes could not be recorded; the worker retries'),
    );
    return outcomes.map(() => true);
  }

  private async record(outcome: SettledOutcome): Promise<void> {
    try {
      await this.records.add(outcome);
    } catch (error) {
      const { attempt } = outcome;
      this.log.error({ ...namesInLog(outcome), attempt, err: error }, 'outcome lost; delivery left to its lease');
    }
  }
}

/** The fields by which a log line names a delivery. */
export function namesInLog({ deliveryId, accountId, endpointId, paymentLinkId, requestId }: DeliveryName) {
  return {
    delivery_id: deliveryId,
    account_id: accountId,
    endpoint_id: endpointId,
    payment_link_id: paymentLinkId,
    request_id: requestId,
  };
}
