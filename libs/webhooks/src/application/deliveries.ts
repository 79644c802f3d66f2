import { Batcher, Clock, UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { hostname } from 'node:os';
import { attemptKey, type ClaimedJob, type DeliveryJob } from '../domain/delivery';
import { shareSlots, type DueReceiver, type ReceiverShare } from '../domain/fair-share';
import { Paces, SLOW_MS } from '../domain/paces';
import { ClaimedDeliveries } from './claimed-deliveries';
import { DeliveryAttempts } from './delivery-attempts';
import { DeliveryOutcomes } from './delivery-outcomes';
import { DueReceivers } from './due-receivers';
import { DeliveryQueue, type Occupancy } from './ports';
import { SigningSecrets, type SignableDelivery } from './signing-secrets';

/** Attempts that one worker has under way at a time. They mostly wait for receivers, so there may be many. */
export const DELIVERY_SLOTS = 512;
/** How long a claim holds. The deliveries of a worker that was killed are delayed by no more than this. */
const LEASE_MS = 30_000;
/** What must be left of the lease when an attempt starts: the sender's deadline and the time to record the outcome. */
const LEASE_LEFT_MS = 12_000;
/** How long a queue that was read as empty counts as empty. The worker reads it four times a second. */
const EMPTY_HOLDS_MS = 5_000;
/** How long after it was taken over an attempt may start without reading it again. */
const START_WITHIN_MS = 1_000;
const MAX_BATCH = 500;

/** Claims deliveries that are due, sends them and has the outcomes recorded. */
@Injectable()
export class Deliveries {
  private readonly claimedBy = `${hostname()}:${process.pid}`;
  private readonly loads: Batcher<DeliveryJob, SignableDelivery | undefined>;
  private readonly released = new Set<string>();
  private readonly claimed: ClaimedDeliveries;
  private readonly paces = new Paces();
  private readonly dueReceivers: DueReceivers;
  private underWay = 0;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly attempts: DeliveryAttempts,
    private readonly secrets: SigningSecrets,
    private readonly outcomes: DeliveryOutcomes,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.dueReceivers = new DueReceivers(queue, clock);
    this.claimed = new ClaimedDeliveries(2 * DELIVERY_SLOTS, clock);
    this.loads = new Batcher(0, MAX_BATCH, (jobs) => this.loadAll(jobs));
  }

  /** How many deliveries this process is sending, whichever process claimed them. */
  get sending(): number {
    return this.underWay;
  }

  /** Claims due deliveries for the free slots, shared fairly. Their attempts are consumed and their leases run. */
  async claim({ free, running }: Occupancy): Promise<ClaimedJob[]> {
    // Receivers may respond faster than the database records.
    if (free <= 0 || this.outcomes.isBehind) return [];
    let due = this.dueReceivers.listKnown();
    let shares = this.share(free, due, running);
    if (shares.length === 0) {
      due = await this.dueReceivers.listAfterRead();
      shares = this.share(free, due, running);
    }
    if (shares.length === 0) return [];
    const usableUntilMs = this.clock.monotonicMs() + LEASE_MS - LEASE_LEFT_MS;
    const claim = await this.uow.once((tx) => this.queue.claim(tx, shares, LEASE_MS, this.claimedBy));
    this.claimed.keep(await this.secrets.prefetch(claim.claimed), usableUntilMs);
    this.dueReceivers.recordClaim(shares, claim);
    const { claimed, exhausted } = claim;
    this.outcomes.recordLost(exhausted);
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
   * Takes over attempts that another process may have claimed: those that it did not claim are read in one statement.
   * Leaves out what is finished, claimed again, or has too little of its lease left. Each returned one must start at once.
   */
  async takeOver(jobs: readonly DeliveryJob[]): Promise<ClaimedJob[]> {
    const known = jobs.map((job) => this.claimed.find(job));
    const unknown = jobs.filter((_, index) => !known[index]);
    const loaded = unknown.length > 0 ? await this.loadAll(unknown) : [];
    const taken = [...known, ...loaded].flatMap((signable) => signable ?? []);
    this.claimed.keep(taken, this.clock.monotonicMs() + START_WITHIN_MS);
    const claimedAt = this.clock.now();
    return taken.map(({ delivery: { deliveryId, attempt, receiver, accountId } }) => ({
      deliveryId,
      attempt,
      receiver,
      accountId,
      claimedAt,
    }));
  }

  /** A delivery that this process claimed has ended in another one. What ended quickly had a quick receiver. */
  recordEndedElsewhere({ receiver, claimedAt }: ClaimedJob): void {
    const now = this.clock.now();
    if (now.getTime() - claimedAt.getTime() < SLOW_MS) this.paces.recordEnd(receiver, claimedAt, now, true);
  }

  /**
   * Sends a claimed delivery. Resolves when the receiver has responded, so that the slot is free; the outcome is
   * recorded in a batch within milliseconds. Does nothing when this process no longer holds the claim.
   */
  async deliver(job: DeliveryJob): Promise<void> {
    this.underWay += 1;
    try {
      await this.send(job);
    } finally {
      this.underWay -= 1;
    }
  }

  /** Resolves when all outcomes so far are recorded, or could not be. */
  waitUntilRecorded(): Promise<void> {
    return this.outcomes.waitUntilRecorded();
  }

  /**
   * Releases claimed deliveries, so that another worker takes them at once. Of those still being sent only a success is
   * recorded: a failure, probably caused by the closing of our connections, would delay the next attempt.
   */
  async release(jobs: readonly DeliveryJob[]): Promise<void> {
    for (const job of jobs) this.released.add(attemptKey(job));
    if (jobs.length > 0) await this.uow.once((tx) => this.queue.release(tx, jobs));
  }

  private async send(job: DeliveryJob): Promise<void> {
    const signable = this.claimed.take(job) ?? (await this.loads.add(job));
    if (!signable) return;
    const outcome = await this.attempts.make(signable);
    this.paces.recordEnd(signable.delivery.receiver, outcome.startedAt, this.clock.now(), outcome.statusCode !== null);
    if (outcome.status !== 'delivered' && this.released.has(attemptKey(job))) return;
    this.outcomes.add(outcome);
  }

  private share(free: number, due: readonly DueReceiver[], running: readonly ClaimedJob[]): ReceiverShare[] {
    const now = this.clock.now();
    for (const { receiver, claimedAt } of running) this.paces.recordRunning(receiver, claimedAt, now);
    const slots = { total: free + running.length, free };
    return shareSlots(slots, due, running, (receiver) => this.paces.paceOf(receiver));
  }

  private async loadAll(jobs: readonly DeliveryJob[]): Promise<(SignableDelivery | undefined)[]> {
    const loaded = await this.secrets.of(await this.queue.load(jobs, LEASE_LEFT_MS));
    const byId = new Map(loaded.map((signable) => [signable.delivery.deliveryId, signable]));
    return jobs.map(({ deliveryId, attempt }) => {
      const signable = byId.get(deliveryId);
      return signable?.delivery.attempt === attempt ? signable : undefined;
    });
  }

  /**
   * As of the last read of the queue. It grows while nothing claims; an empty queue is trusted only for a short time.
   * Throws when it is not known.
   */
  lagSeconds(): number {
    const { atMs, oldestDueMs } = this.dueReceivers.lastRead;
    if (oldestDueMs !== undefined) return Math.max(0, this.clock.now().getTime() - oldestDueMs) / 1_000;
    if (this.clock.monotonicMs() - atMs > EMPTY_HOLDS_MS) throw new Error('the queue was not read');
    return 0;
  }
}
