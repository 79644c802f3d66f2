import { Batcher, Clock, UnitOfWork } from '@app/kernel';
import { CONFIG, Log, Metrics, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import {
  deliveryHeaders,
  settle,
  signingKey,
  type ClaimedJob,
  type DeliveryJob,
  type Outcome,
  type SettledOutcome,
} from '../domain/delivery';
import { dealShares, type DueLane, type LaneLoad } from '../domain/fair-share';
import { signatureOf } from '../domain/signature';
import { DeliveryQueue, WebhookSender, type LoadedDelivery, type Occupancy } from './ports';
import { SecretCipher } from './secret-cipher';

/** Attempts under way in one worker. They mostly wait for receivers, so there may be many. */
export const DELIVERY_SLOTS = 128;
/** How long a claim holds. A worker that was killed delays its deliveries by no more than this. */
const LEASE_MS = 30_000;
/** What must be left of the lease for an attempt to start: the sender's deadline and time to write the outcome. */
const LEASE_LEFT_MS = 12_000;
/** Deliveries that one lane may have under way of those that this process claims. */
const MOST_PER_LANE = 32;
const MOST_UNRECORDED = 1_000;
const RECORD_WINDOW_MS = 4;
const LARGEST_BATCH = 500;
/** Waits between tries to write outcomes, while the lease still protects them. */
const RECORD_RETRIES_MS = [100, 500, 2_000, 5_000];

/** Claims deliveries that are due, sends them, and records what came of it. */
@Injectable()
export class Deliveries {
  private readonly claimedBy = `${hostname()}:${process.pid}`;
  private readonly loads: Batcher<DeliveryJob, LoadedDelivery | undefined>;
  private readonly records: Batcher<SettledOutcome, true>;
  private readonly recording = new Set<Promise<void>>();
  private readonly givenUp = new Set<string>();
  private oldestDueMs: number | undefined;
  private readonly attempts: ReturnType<typeof Metrics.prototype.counter<'result'>>;
  private readonly durations: ReturnType<typeof Metrics.prototype.histogram<never>>;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly sender: WebhookSender,
    private readonly cipher: SecretCipher,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.loads = new Batcher(0, LARGEST_BATCH, (jobs) => this.loadAll(jobs));
    this.records = new Batcher(RECORD_WINDOW_MS, LARGEST_BATCH, (outcomes) => this.recordAll(outcomes));
    this.attempts = metrics.counter('webhook_attempts_total', 'Delivery attempts by what came of them', ['result']);
    this.durations = metrics.histogram(
      'webhook_attempt_seconds',
      'Time a receiver took to answer',
      [],
      [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    );
    metrics.gauge('webhook_lag_seconds', 'Time the longest due delivery has been waiting', () => this.lagSeconds());
  }

  /** Takes what is due for the free slots, shared fairly; the attempts are consumed and the leases run. */
  async claim({ free, running }: Occupancy): Promise<ClaimedJob[]> {
    // A database that records slower than receivers answer must not be given yet more to record.
    if (free <= 0 || this.recording.size >= MOST_UNRECORDED) return [];
    const due = await this.queue.dueLanes();
    this.oldestDueMs = due.length > 0 ? Math.min(...due.map(({ dueSince }) => dueSince.getTime())) : undefined;
    const shares = dealShares(free, withRunning(due, running), MOST_PER_LANE);
    if (shares.length === 0) return [];
    const { claimed, exhausted } = await this.uow.once((tx) => this.queue.claim(tx, shares, LEASE_MS, this.claimedBy));
    if (exhausted.length > 0) {
      this.attempts.inc({ result: 'lost' }, exhausted.length);
      this.log.error({ delivery_ids: exhausted }, 'deliveries failed: no outcome of their last attempt was recorded');
    }
    return claimed;
  }

  /**
   * Sends a claimed delivery. Resolves when the receiver is done with, since its slot can be used then; the outcome is
   * recorded with others within milliseconds. Does nothing when the job is not ours any more.
   */
  async deliver(job: DeliveryJob): Promise<void> {
    const delivery = await this.loads.add(job);
    if (!delivery) return;
    const outcome = await this.attempt(delivery);
    const settled = settle(outcome, this.config.webhookRetryDelaysMs, Math.random());
    if (settled.status !== 'delivered' && this.givenUp.has(nameOf(job))) return;
    this.attempts.inc({ result: settled.status === 'pending' ? 'retry' : settled.status });
    this.durations.observe({}, outcome.durationMs / 1000);
    if (settled.status === 'failed') {
      this.log.warn({ delivery_id: job.deliveryId, reason: settled.error }, 'delivery failed for good');
    }
    const recorded: Promise<void> = this.record(settled).finally(() => this.recording.delete(recorded));
    this.recording.add(recorded);
  }

  /** Resolves when every outcome so far has been recorded, or given up on. */
  async recorded(): Promise<void> {
    await Promise.all(this.recording);
  }

  /**
   * Gives claimed deliveries up, so that another worker takes them at once. Of what is still being sent only a success is
   * recorded: a failure, likely our own hanging up, would put the next attempt off.
   */
  async release(jobs: readonly DeliveryJob[]): Promise<void> {
    for (const job of jobs) this.givenUp.add(nameOf(job));
    if (jobs.length > 0) await this.uow.once((tx) => this.queue.release(tx, jobs));
  }

  private async attempt(delivery: LoadedDelivery): Promise<Outcome> {
    const startedAt = this.clock.now();
    const start = performance.now();
    const timestamp = String(Math.floor(startedAt.getTime() / 1000));
    const secret = this.secretFor(delivery);
    const result =
      secret === undefined
        ? { statusCode: null, error: 'signing secret not available', responseSnippet: null }
        : await this.sender.send({
            url: delivery.url,
            headers: deliveryHeaders(delivery, timestamp, signatureOf(secret, timestamp, delivery.body)),
            body: delivery.body,
          });
    const { deliveryId, attempt } = delivery;
    return { deliveryId, attempt, startedAt, durationMs: Math.round(performance.now() - start), ...result };
  }

  /** Undefined when the secret cannot be opened, as after a change of `SECRETS_KEY`: better not sent than signed wrongly. */
  private secretFor({ attempt, queuedVersion, endpoint, endpointId, secrets }: LoadedDelivery): string | undefined {
    const key = signingKey(attempt, queuedVersion, endpoint);
    if (key === 'platform' || endpointId === null) return this.config.platformWebhookSecret;
    try {
      const sealed = secrets.find(({ version }) => version === key.secretVersion);
      if (!sealed) throw new Error(`version ${key.secretVersion} is not stored`);
      return this.cipher.open(sealed, endpointId);
    } catch (error) {
      this.log.error({ endpoint_id: endpointId, err: error }, 'webhook secret cannot be used');
      return undefined;
    }
  }

  private async loadAll(jobs: DeliveryJob[]): Promise<(LoadedDelivery | undefined)[]> {
    const loaded = await this.queue.load(jobs, LEASE_LEFT_MS);
    const byId = new Map(loaded.map((delivery) => [delivery.deliveryId, delivery]));
    return jobs.map(({ deliveryId, attempt }) => {
      const delivery = byId.get(deliveryId);
      return delivery?.attempt === attempt ? delivery : undefined;
    });
  }

  private async recordAll(outcomes: SettledOutcome[]): Promise<true[]> {
    for (const wait of [...RECORD_RETRIES_MS, undefined]) {
      try {
        await this.uow.once((tx) => this.queue.complete(tx, outcomes));
        break;
      } catch (error) {
        if (wait === undefined) throw error;
        this.log.warn({ outcomes: outcomes.length, err: error }, 'outcomes could not be recorded; trying again');
        await delay(wait);
      }
    }
    return outcomes.map(() => true);
  }

  private async record(outcome: SettledOutcome): Promise<void> {
    try {
      await this.records.add(outcome);
    } catch (error) {
      const { deliveryId, attempt } = outcome;
      this.log.error({ delivery_id: deliveryId, attempt, err: error }, 'outcome lost; delivery left to its lease');
    }
  }

  /** As of the last look; it goes on growing when nobody looks any more. */
  private lagSeconds(): number {
    return Math.max(0, this.clock.now().getTime() - (this.oldestDueMs ?? Infinity)) / 1000;
  }
}

function nameOf({ deliveryId, attempt }: DeliveryJob): string {
  return `${deliveryId} ${attempt}`;
}

function withRunning(due: readonly DueLane[], running: readonly ClaimedJob[]): LaneLoad[] {
  const counts = new Map<string, number>();
  for (const { lane } of running) counts.set(lane, (counts.get(lane) ?? 0) + 1);
  return due.map((lane) => ({ ...lane, running: counts.get(lane.lane) ?? 0 }));
}
