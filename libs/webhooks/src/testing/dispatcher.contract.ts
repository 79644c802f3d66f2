import { newId } from '@app/kernel';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { Dispatcher } from '../application/ports';
import type { ClaimedJob, DeliveryJob } from '../domain/delivery';

export interface DispatcherSubject {
  dispatcher: Dispatcher;
  /** Jobs that it runs at a time. */
  slots: number;
}

export function aJob(changes: Partial<ClaimedJob> = {}): ClaimedJob {
  return { deliveryId: newId(), attempt: 1, receiver: newId(), accountId: newId(), claimedAt: new Date(), ...changes };
}

/** Runs jobs until the test ends them. */
export class HeldJobs {
  readonly started: DeliveryJob[] = [];
  readonly endedElsewhere: ClaimedJob[] = [];
  running = 0;
  mostAtOnce = 0;
  freed = 0;
  private readonly endings = new Map<string, { end: () => void; fail: (error: Error) => void }>();
  private changed: () => void = () => undefined;

  readonly handle = async (job: DeliveryJob): Promise<void> => {
    this.started.push(job);
    this.running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    try {
      await new Promise<void>((end, fail) => {
        this.endings.set(job.deliveryId, { end, fail });
        this.changed();
      });
    } finally {
      this.running -= 1;
    }
  };

  /** Finds all jobs of another worker, each with a receiver of its own. */
  readonly takeOver = async (jobs: readonly DeliveryJob[]): Promise<ClaimedJob[]> =>
    jobs.map(({ deliveryId, attempt }) => aJob({ deliveryId, attempt }));

  readonly onEndedElsewhere = (job: ClaimedJob): void => {
    this.endedElsewhere.push(job);
  };

  readonly onFree = (): void => {
    this.freed += 1;
    this.changed();
  };

  end(job: DeliveryJob): void {
    this.endings.get(job.deliveryId)?.end();
  }

  fail(job: DeliveryJob): void {
    this.endings.get(job.deliveryId)?.fail(new Error('database unavailable'));
  }

  endAll(): void {
    for (const { end } of this.endings.values()) end();
  }

  /** Resolves as soon as the condition holds. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await new Promise<void>((resolve) => (this.changed = resolve));
  }
}

/** What every adapter of the port must do. */
export function dispatcherContract(subject: () => DispatcherSubject): void {
  let jobs: HeldJobs;
  beforeEach(async () => {
    jobs = new HeldJobs();
    await subject().dispatcher.start(jobs);
  });
  afterEach(() => {
    jobs.endAll();
  });
  const dispatch = (...list: ClaimedJob[]) => subject().dispatcher.dispatch(list);
  const occupancy = () => subject().dispatcher.occupancy();

  it('runs each job with its delivery id and attempt number', async () => {
    const [one, two] = [aJob({ attempt: 1 }), aJob({ attempt: 4 })];
    await dispatch(one, two);
    await jobs.until(() => jobs.started.length === 2);
    expect(jobs.started).toEqual([expect.objectContaining(identity(one)), expect.objectContaining(identity(two))]);
  });

  it('starts with all slots free', async () => {
    await expect(occupancy()).resolves.toEqual({ free: subject().slots, running: [] });
  });

  it('lists the running jobs with their receivers', async () => {
    const job = aJob();
    await dispatch(job);
    await jobs.until(() => jobs.started.length === 1);
    expect((await occupancy()).running).toContainEqual(job);
  });

  it('forgets a job that has ended', async () => {
    const job = aJob();
    await dispatch(job);
    await jobs.until(() => jobs.started.length === 1);
    jobs.end(job);
    while ((await occupancy()).running.length > 0) await nextTick();
    await expect(occupancy()).resolves.toEqual({ free: subject().slots, running: [] });
  });

  it('runs no more jobs at a time than it has slots', async () => {
    const { slots } = subject();
    const all = Array.from({ length: slots }, () => aJob());
    await dispatch(...all);
    await jobs.until(() => jobs.started.length === slots);
    for (const job of all) jobs.end(job);
    await jobs.until(() => jobs.freed === slots);
    expect(jobs.mostAtOnce).toBe(slots);
  });

  it('does not delay a job when an earlier job is slow', async () => {
    const [slow, fast] = [aJob(), aJob()];
    await dispatch(slow);
    await dispatch(fast);
    await jobs.until(() => jobs.started.length === 2);
    jobs.end(fast);
    await jobs.until(() => jobs.freed === 1);
    expect(jobs.running).toBe(1);
  });

  it('reports a free slot even when the job failed', async () => {
    const job = aJob();
    await dispatch(job);
    await jobs.until(() => jobs.started.length === 1);
    jobs.fail(job);
    await jobs.until(() => jobs.freed === 1);
    expect(jobs.running).toBe(0);
  });

  it('waits for running jobs when it stops', async () => {
    const job = aJob();
    await dispatch(job);
    await jobs.until(() => jobs.started.length === 1);
    const stopped = subject().dispatcher.stop(10_000);
    await nextTick();
    jobs.end(job);
    await expect(stopped).resolves.toEqual([]);
  });

  it('waits until the deadline, and returns the jobs that did not end', async () => {
    const job = aJob();
    await dispatch(job);
    await jobs.until(() => jobs.started.length === 1);
    await expect(subject().dispatcher.stop(20)).resolves.toEqual([expect.objectContaining(identity(job))]);
  });

  it('has no free slot after it stopped', async () => {
    await subject().dispatcher.stop(0);
    await expect(occupancy()).resolves.toMatchObject({ free: 0 });
  });
}

function identity({ deliveryId, attempt }: DeliveryJob): DeliveryJob {
  return { deliveryId, attempt };
}
