import { newId } from '@app/kernel';
import type { ThrottlerStorage } from '@nestjs/throttler';

export interface ThrottlerStorageSubject {
  storage: ThrottlerStorage;
  /** Lets this many milliseconds pass for the storage. */
  elapse(ms: number): Promise<void>;
}

const WINDOW = 60_000;
const LIMIT = 1_000;

/** The fixed window that every storage of request limits must keep. */
export function throttlerStorageContract(subject: () => ThrottlerStorageSubject): void {
  let key: string;
  beforeEach(() => {
    key = newId();
  });

  const hit = ({ of = key, limit = LIMIT } = {}) => subject().storage.increment(of, WINDOW, limit, 0, 'default');
  const hits = async (times: number, limit = LIMIT) => {
    const records = [];
    for (let i = 0; i < times; i++) records.push(await hit({ limit }));
    return records;
  };
  const countsOf = (records: { totalHits: number }[]) => records.map(({ totalHits }) => totalHits);

  it('counts the first request of a key as one, with the whole window ahead', async () => {
    expect(await hit()).toMatchObject({ totalHits: 1, timeToExpire: 60 });
  });

  it('counts every further request', async () => {
    expect(countsOf(await hits(5))).toEqual([1, 2, 3, 4, 5]);
  });

  it('counts each key separately', async () => {
    await hits(3);
    expect((await hit({ of: newId() })).totalHits).toBe(1);
  });

  it('blocks the requests beyond the limit, and no request before', async () => {
    expect((await hits(4, 2)).map(({ isBlocked }) => isBlocked)).toEqual([false, false, true, true]);
  });

  it('blocks until the window ends', async () => {
    await hits(2, 1);
    await subject().elapse(WINDOW - 5_000);
    expect((await hit({ limit: 1 })).timeToBlockExpire).toBeLessThanOrEqual(5);
    await subject().elapse(5_000);
    expect((await hit({ limit: 1 })).isBlocked).toBe(false);
  });

  it('does not extend a window with further requests', async () => {
    await hit();
    await subject().elapse(WINDOW - 5_000);
    const { totalHits, timeToExpire } = await hit();
    expect(totalHits).toBe(2);
    expect(timeToExpire).toBeLessThanOrEqual(5);
  });

  it('reports at least one second while the window runs', async () => {
    await hit();
    await subject().elapse(WINDOW - 200);
    const { timeToExpire } = await hit();
    expect([1, 60]).toContain(timeToExpire);
  });

  it('starts again from zero when the window ends', async () => {
    await hits(50);
    await subject().elapse(WINDOW);
    expect((await hit()).totalHits).toBe(1);
  });

  it('opens the next window with the first request after the last one, not at its end', async () => {
    await hit();
    await subject().elapse(3 * WINDOW);
    expect((await hit()).timeToExpire).toBe(60);
  });

  it('counts concurrent requests one by one', async () => {
    const records = await Promise.all(Array.from({ length: 20 }, () => hit()));
    expect(countsOf(records).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });
}
