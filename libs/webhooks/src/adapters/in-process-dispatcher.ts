import { within } from '@app/kernel';
import type { Log } from '@app/platform';
import { Dispatcher, type JobHandling, type Occupancy } from '../application/ports';
import type { ClaimedJob, DeliveryJob } from '../domain/delivery';

/** Runs the jobs in this process. */
export class InProcessDispatcher extends Dispatcher {
  private readonly jobs = new Map<ClaimedJob, Promise<void>>();
  private handling: JobHandling | undefined;
  private stopped = false;

  constructor(
    private readonly slots: number,
    private readonly log: Log,
  ) {
    super();
  }

  async start(handling: JobHandling): Promise<void> {
    this.handling = handling;
    this.stopped = false;
  }

  async occupancy(): Promise<Occupancy> {
    const free = this.stopped || !this.handling ? 0 : Math.max(0, this.slots - this.jobs.size);
    return { free, running: [...this.jobs.keys()] };
  }

  async dispatch(jobs: readonly ClaimedJob[]): Promise<void> {
    for (const job of jobs) void this.run(job);
  }

  /** How many jobs run now. */
  get running(): number {
    return this.jobs.size;
  }

  /** Runs a job whether or not a slot is free. Resolves when it has ended, and never rejects. */
  run(job: ClaimedJob): Promise<void> {
    const done = this.handle(job);
    this.jobs.set(job, done);
    return done;
  }

  async stop(deadlineMs: number): Promise<DeliveryJob[]> {
    this.stopped = true;
    await within(deadlineMs, () => Promise.all(this.jobs.values()));
    return [...this.jobs.keys()];
  }

  /** A job that fails, because the database is unavailable for example, is claimed again when its lease runs out. */
  private async handle(job: ClaimedJob): Promise<void> {
    try {
      await this.handling?.handle(job);
    } catch (error) {
      const { deliveryId, attempt } = job;
      this.log.error({ delivery_id: deliveryId, attempt, err: error }, 'delivery left to its lease');
    } finally {
      this.jobs.delete(job);
      this.handling?.onFree();
    }
  }
}
