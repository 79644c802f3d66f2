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
  return { deliveryId: newId(), attempt: 1, lane: newId(), ...changes };
}

/** A handler whose jobs end when the test says so. */
export class HeldJobs {
  readonly started: DeliveryJob[] = [];
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

  readonly onFree = (): void => {
    this.freed += 1;
    this.changed();
  };

  end(job: DeliveryJob): void {
    this.endings.get(job.deliveryId)?.end();
  }

  fail(job: DeliveryJob): void {
    this.endings.get(job.deliveryId)?.fail(new Error('database is away'));
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

  it('hands each job on, by delivery and attempt', async () => {
    const [one, two] = [aJob({ attempt: 1 }), aJob({ attempt: 4 })];
    await dispatch(one, two);
    await jobs.until(() => jobs.started.length === 2);
    expect(jobs.started).toEqual([expect.objectContaining(identity(one)), expect.objectContaining(identity(two))]);
  });

  it('has all slots free at first', async () => {
    await expect(occupancy()).resolves.toEqual({ free: subject().slots, running: [] });
  });

  it('names the jobs under way, with their lanes', async () => {
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

  it('does not let a job wait for one that was dispatched before it', async () => {
    const [slow, fast] = [aJob(), aJob()];
    await dispatch(slow);
    await dispatch(fast);
    await jobs.until(() => jobs.started.length === 2);
    jobs.end(fast);
    await jobs.until(() => jobs.freed === 1);
    expect(jobs.running).toBe(1);
  });

  it('runs a job of another worker, which counts the lane', async () => {
    const { deliveryId, attempt } = aJob();
    const job = { deliveryId, attempt };
    const ended = subject().dispatcher.run(job);
    expect(jobs.started).toEqual([job]);
    expect((await occupancy()).running).toEqual([]);
    jobs.fail(job);
    await expect(ended).resolves.toBeUndefined();
  });

  it('says when a slot is free again, even if the job failed', async () => {
    const job = aJob();
    await dispatch(job);
    await jobs.until(() => jobs.started.length === 1);
    jobs.fail(job);
    await jobs.until(() => jobs.freed === 1);
    expect(jobs.running).toBe(0);
  });

  it('waits for what runs when it is stopped', async () => {
    const job = aJob();
    await dispatch(job);
    await jobs.until(() => jobs.started.length === 1);
    const stopped = subject().dispatcher.stop(10_000);
    await nextTick();
    jobs.end(job);
    await expect(stopped).resolves.toEqual([]);
  });

  it('waits no longer than it may, and tells what is left', async () => {
    const job = aJob();
    await dispatch(job);
    await jobs.until(() => jobs.started.length === 1);
    await expect(subject().dispatcher.stop(20)).resolves.toEqual([expect.objectContaining(identity(job))]);
  });

  it('takes nothing more once it is stopped', async () => {
    await subject().dispatcher.stop(0);
    await expect(occupancy()).resolves.toMatchObject({ free: 0 });
  });
}

function identity({ deliveryId, attempt }: DeliveryJob): DeliveryJob {
  return { deliveryId, attempt };
}
