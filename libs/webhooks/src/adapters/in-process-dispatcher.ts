import type { Log } from '@app/platform';
import { Dispatcher, type JobHandling } from '../application/ports';
import type { DeliveryJob } from '../domain/delivery';

/** Does the jobs in this process, a fixed number of them at a time. */
export class InProcessDispatcher extends Dispatcher {
  private readonly running = new Map<DeliveryJob, Promise<void>>();
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

  async capacity(): Promise<number> {
    return this.stopped || !this.handling ? 0 : this.slots - this.running.size;
  }

  async dispatch(jobs: readonly DeliveryJob[]): Promise<void> {
    for (const job of jobs) void this.perform(job);
  }

  /** Does one job to its end, whatever that is; never rejects. */
  perform(job: DeliveryJob): Promise<void> {
    const done = this.run(job);
    this.running.set(job, done);
    return done;
  }

  async stop(deadlineMs: number): Promise<DeliveryJob[]> {
    this.stopped = true;
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<void>((resolve) => (timer = setTimeout(resolve, deadlineMs)));
    await Promise.race([Promise.all(this.running.values()), deadline]);
    clearTimeout(timer);
    return [...this.running.keys()];
  }

  /** Fails only when the outcome could not be recorded: the lease runs out then, and the job is claimed again. */
  private async run(job: DeliveryJob): Promise<void> {
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
