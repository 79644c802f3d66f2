import { Batcher, Clock, RECORD_RETRIES_MS, retrying, signatureOf, UnitOfWork } from '@app/kernel';
import { CONFIG, Log, Metrics, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { hostname } from 'node:os';
import {
  attemptKey,
  deliveryHeaders,
  settle,
  type ClaimedJob,
  type DeliveryJob,
  type Outcome,
  type SettledOutcome,
} from '../domain/delivery';
import { shareSlots, type DueReceiver, type ReceiverShare } from '../domain/fair-share';
import { Paces } from '../domain/paces';
import { ClaimedDeliveries } from './claimed-deliveries';
import { showDeliveries } from './delivery-metrics';
import { DueReceivers } from './due-receivers';
import { DeliveryQueue, WebhookSender, type LoadedDelivery, type Occupancy } from './ports';
import { SigningSecrets, type SignableDelivery } from './signing-secrets';

/** Attempts that one worker has under way at a time. They mostly wait for receivers, so there may be many. */
export const DELIVERY_SLOTS = 512;
/** How long a claim holds. The deliveries of a worker that was killed are delayed by no more than this. */
const LEASE_MS = 30_000;
/** What must be left of the lease when an attempt starts: the sender's deadline and the time to record the outcome. */
const LEASE_LEFT_MS = 12_000;
/** With more outcomes than this still to be recorded, nothing is claimed. */
const MAX_UNRECORDED = 1_000;
/** How long an empty queue is taken to be still empty. The worker looks four times a second. */
const LOOK_HOLDS_MS = 5_000;
const MAX_BATCH = 500;
/** Outcomes wait this long for others. With 4 ms the worker sent 5 % less, with 25 ms 10 % less. */
const RECORD_WINDOW_MS = 12;

/** Claims deliveries that are due, sends them and records the outcomes. */
@Injectable()
export class Deliveries {
  private readonly claimedBy = `${hostname()}:${process.pid}`;
  private readonly loads: Batcher<DeliveryJob, SignableDelivery | undefined>;
  private readonly records: Batcher<SettledOutcome, true>;
  private readonly recording = new Set<Promise<void>>();
  private readonly released = new Set<string>();
  private readonly claimed: ClaimedDeliveries;
  private readonly paces = new Paces();
  private readonly dueReceivers: DueReceivers;
  /** As of the last claim. */
  private slots = { free: DELIVERY_SLOTS, running: 0 };
  private readonly attempts: ReturnType<typeof Metrics.prototype.counter<'result'>>;
  private readonly durations: ReturnType<typeof Metrics.prototype.histogram<never>>;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly sender: WebhookSender,
    private readonly secrets: SigningSecrets,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    this.dueReceivers = new DueReceivers(queue, clock);
    this.claimed = new ClaimedDeliveries(2 * DELIVERY_SLOTS, LEASE_MS - LEASE_LEFT_MS, clock);
    this.loads = new Batcher(0, MAX_BATCH, (jobs) => this.loadAll(jobs));
    this.records = new Batcher(RECORD_WINDOW_MS, MAX_BATCH, (outcomes) => this.recordAll(outcomes));
    this.attempts = metrics.counter('webhook_attempts_total', 'Delivery attempts by result', 'result', [
      'delivered',
      'retry',
      'failed',
      'lost',
    ]);
    this.durations = metrics.histogram(
      'webhook_attempt_seconds',
      'Time a receiver took to answer',
      [],
      [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    );
    metrics.gauge('webhook_lag_seconds', 'How long the oldest due delivery has been waiting', () => this.lagSeconds());
    showDeliveries(metrics, queue, () => this.slots);
  }

  /** Claims due deliveries for the free slots, shared fairly. Their attempts are consumed and their leases run. */
  async claim({ free, running }: Occupancy): Promise<ClaimedJob[]> {
    this.slots = { free, running: running.length };
    // Receivers answer faster than the database records: more attempts would only add to the backlog.
    if (free <= 0 || this.recording.size >= MAX_UNRECORDED) return [];
    let due = this.dueReceivers.known();
    let shares = this.share(free, due, running);
    if (shares.length === 0) {
      due = await this.dueReceivers.afterLook();
      shares = this.share(free, due, running);
    }
    if (shares.length === 0) return [];
    const claimedAtMs = this.clock.monotonicMs();
    const claim = await this.uow.once((tx) => this.queue.claim(tx, shares, LEASE_MS, this.claimedBy));
    await this.keep(claim.claimed, claimedAtMs);
    this.dueReceivers.claimed(shares, claim);
    const { claimed, exhausted } = claim;
    if (exhausted.length > 0) {
      this.attempts.inc({ result: 'lost' }, exhausted.length);
      this.log.error({ delivery_ids: exhausted }, 'deliveries failed: the outcome of their last attempt is unknown');
    }
    const accounts = new Map(due.map(({ receiver, accountId }) => [receiver, accountId]));
    const claimedAt = this.clock.now();
    return claimed.map(({ deliveryId, attempt, receiver }) => ({
      deliveryId,
      attempt,
      receiver,
      accountId: accounts.get(receiver) ?? receiver,
      claimedAt,
    }));
  }

  /**
   * Sends a claimed delivery. Resolves when the receiver has answered, so that the slot is free; the outcome is recorded
   * in a batch within milliseconds. Does nothing when this process no longer holds the claim.
   */
  async deliver(job: DeliveryJob): Promise<void> {
    const signable = this.claimed.take(job) ?? (await this.loads.add(job));
    if (!signable) return;
    const outcome = await this.attempt(signable);
    this.paces.ended(signable.delivery.receiver, outcome.startedAt, this.clock.now(), outcome.statusCode !== null);
    const delays = signable.delivery.singleAttempt ? [] : this.config.webhookRetryDelaysMs;
    const settled = settle(outcome, delays, Math.random());
    if (settled.status !== 'delivered' && this.released.has(attemptKey(job))) return;
    this.attempts.inc({ result: settled.status === 'pending' ? 'retry' : settled.status });
    this.durations.observe({}, outcome.durationMs / 1000);
    if (settled.status === 'failed') {
      this.log.warn({ delivery_id: job.deliveryId, reason: settled.error }, 'delivery failed after its last attempt');
    }
    const recorded: Promise<void> = this.record(settled).finally(() => this.recording.delete(recorded));
    this.recording.add(recorded);
  }

  /** Resolves when all outcomes so far are recorded, or could not be. */
  async recorded(): Promise<void> {
    await Promise.all(this.recording);
  }

  /**
   * Releases claimed deliveries, so that another worker takes them at once. Of those still being sent only a success is
   * recorded: a failure, probably caused by the closing of our connections, would delay the next attempt.
   */
  async release(jobs: readonly DeliveryJob[]): Promise<void> {
    for (const job of jobs) this.released.add(attemptKey(job));
    if (jobs.length > 0) await this.uow.once((tx) => this.queue.release(tx, jobs));
  }

  private share(free: number, due: readonly DueReceiver[], running: readonly ClaimedJob[]): ReceiverShare[] {
    const now = this.clock.now();
    for (const { receiver, claimedAt } of running) this.paces.underWay(receiver, claimedAt, now);
    const slots = { total: free + running.length, free };
    return shareSlots(slots, due, running, (receiver) => this.paces.paceOf(receiver));
  }

  /** Deliveries that cannot be kept are loaded again when their turn comes. */
  private async keep(claimed: readonly LoadedDelivery[], claimedAtMs: number): Promise<void> {
    try {
      this.claimed.keep(await this.secrets.of(claimed), claimedAtMs);
    } catch (error) {
      this.log.warn({ deliveries: claimed.length, err: error }, 'signing secrets could not be read');
    }
  }

  private async attempt({ delivery, secret }: SignableDelivery): Promise<Outcome> {
    const startedAt = this.clock.now();
    const start = performance.now();
    const timestamp = String(Math.floor(startedAt.getTime() / 1000));
    const result =
      secret === undefined
        ? { statusCode: null, error: 'signing secret not available', responseSnippet: null }
        : await this.sender.send({
            url: delivery.url,
            headers: deliveryHeaders(delivery, timestamp, signatureOf(secret, timestamp, delivery.body)),
            body: delivery.body,
          });
    const { deliveryId, attempt, endpointId } = delivery;
    return { deliveryId, attempt, endpointId, startedAt, durationMs: Math.round(performance.now() - start), ...result };
  }

  private async loadAll(jobs: DeliveryJob[]): Promise<(SignableDelivery | undefined)[]> {
    const loaded = await this.secrets.of(await this.queue.load(jobs, LEASE_LEFT_MS));
    const byId = new Map(loaded.map((signable) => [signable.delivery.deliveryId, signable]));
    return jobs.map(({ deliveryId, attempt }) => {
      const signable = byId.get(deliveryId);
      return signable?.delivery.attempt === attempt ? signable : undefined;
    });
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
      const { deliveryId, attempt } = outcome;
      this.log.error({ delivery_id: deliveryId, attempt, err: error }, 'outcome lost; delivery left to its lease');
    }
  }

  /**
   * As of the last look at the queue. It grows while nothing claims; that nothing is due is believed only for a short
   * time. Throws when it is not known.
   */
  private lagSeconds(): number {
    const { atMs, oldestDueMs } = this.dueReceivers.lastLook;
    if (oldestDueMs !== undefined) return Math.max(0, this.clock.now().getTime() - oldestDueMs) / 1_000;
    if (this.clock.monotonicMs() - atMs > LOOK_HOLDS_MS) throw new Error('the queue was not read');
    return 0;
  }
}
