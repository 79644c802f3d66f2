import { within } from '@app/kernel';
import type { Log } from '@app/platform';
import { Dispatcher, type JobHandling, type Occupancy } from '../application/ports';
import type { ClaimedJob, DeliveryJob } from '../domain/delivery';

/** Runs the jobs in this process. */
export class InProcessDispatcher extends Dispatcher {
  /** Jobs that run here. Those that another worker may have claimed have no receiver. */
  private readonly running = new Map<DeliveryJob | ClaimedJob, Promise<void>>();
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
    return { free, running: [...this.running.keys()].filter((job) => 'receiver' in job) };
  }

  async dispatch(jobs: readonly ClaimedJob[]): Promise<void> {
    for (const job of jobs) void this.run(job);
  }

  run(job: DeliveryJob): Promise<void> {
    const done = this.handle(job);
    this.running.set(job, done);
    return done;
  }

  async stop(deadlineMs: number): Promise<DeliveryJob[]> {
    this.stopped = true;
    await within(deadlineMs, () => Promise.all(this.running.values()));
    return [...this.running.keys()];
  }

  /** A job that fails, because the database is unavailable for example, is claimed again when its lease runs out. */
  private async handle(job: DeliveryJob): Promise<void> {
    try {
      await this.handling?.handle(job);
    } catch (error) {
      const { deliveryId, attempt } = job;
      this.log.error({ delivery_id: deliveryId, attempt, err: error }, 'delivery left to its lease');
    } finally {
      this.running.delete(job);
      this.handling?.onFree();
    }
  }
}
