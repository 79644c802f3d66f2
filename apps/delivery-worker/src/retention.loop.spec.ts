import { RecordedLog } from '@app/platform/testing';
import { until } from '../../../test/support/conditions';
import { RetentionLoop } from './retention.loop';

describe('the retention loop', () => {
  /** What each kind has left to delete, and the batches that were deleted. */
  function started(due: Record<string, number>) {
    const batches: string[] = [];
    const log = new RecordedLog();
    const take = (kind: string) => async (limit: number) => {
      const left = due[kind] ?? 0;
      if (left < 0) throw new Error('this kind fails');
      const count = Math.min(left, limit);
      due[kind] = left - count;
      if (count > 0) batches.push(`${kind} ${count}`);
      return count;
    };
    const loop = new RetentionLoop(['keys', 'webhooks', 'mail', 'orders'].map(take), log);
    loop.start();
    return { loop, batches, log };
  }

  it('deletes in batches of 500 until nothing is due', async () => {
    const { loop, batches } = started({ webhooks: 1_200, orders: 3 });
    await until('all is deleted', () => batches.length === 4);
    await loop.stop();
    expect(batches).toEqual(['webhooks 500', 'orders 3', 'webhooks 500', 'webhooks 200']);
  });

  it('deletes the others when one kind fails', async () => {
    const { loop, batches, log } = started({ webhooks: -1, mail: 2 });
    await until('the mail is deleted', () => batches.length > 0);
    await loop.stop();
    expect(batches).toEqual(['mail 2']);
    expect(JSON.stringify(log)).toContain('loop turn failed');
  });
});
