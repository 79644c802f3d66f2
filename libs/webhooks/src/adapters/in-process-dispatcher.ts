import { within } from '@app/kernel';
import type { Log } from '@app/platform';
import { Dispatcher, type JobHandling, type Occupancy } from '../application/ports';
import type { ClaimedJob, DeliveryJob } from '../domain/delivery';

/** Does the jobs in this process, a fixed number of them at a time. */
export class InProcessDispatcher extends Dispatcher {
  private readonly running = new Map<ClaimedJob, Promise<void>>();
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
    const free = this.stopped || !this.handling ? 0 : this.slots - this.running.size;
    return { free, running: [...this.running.keys()] };
  }

  async dispatch(jobs: readonly ClaimedJob[]): Promise<void> {
    for (const job of jobs) void this.perform(job);
  }

  /** Does one job to its end, whatever that is; never rejects. */
  perform(job: ClaimedJob): Promise<void> {
    const done = this.run(job);
    this.running.set(job, done);
    return done;
  }

  async stop(deadlineMs: number): Promise<DeliveryJob[]> {
    this.stopped = true;
    await within(deadlineMs, () => Promise.all(this.running.values()));
    return [...this.running.keys()];
  }

  /** A job that fails here, because it could not be loaded say, is claimed again when its lease runs out. */
  private async run(job: ClaimedJob): Promise<void> {
    try {
      await this.handling?.handle(job);
    } catch (error) {
      this.log.error({ delivery_id: job.deliveryId, attempt: job.attempt, err: error }, 'delivery left to its lease');
    } finally {
      this.running.delete(job);
      this.handling?.onFree();
    }
  }
}
