import type { SignInRetention } from '@app/accounts';
import { NoUnitOfWork } from '@app/kernel/testing';
import type { MailRetention } from '@app/mail';
import type { OrderRetention } from '@app/payment-links';
import type { Idempotency } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import type { FactRetention, Looks } from '@app/rails';
import type { WebhookRetention } from '@app/webhooks';
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
    const of = (kind: string) => ({ deleteOld: take(kind) });
    const loop = new RetentionLoop(
      { forgetOld: (_tx: unknown, limit: number) => take('keys')(limit) } as unknown as Idempotency,
      { deleteExpired: take('sessions') } as unknown as SignInRetention,
      of('webhooks') as unknown as WebhookRetention,
      of('notifications') as unknown as FactRetention,
      of('mail') as unknown as MailRetention,
      of('orders') as unknown as OrderRetention,
      { giveUpOld: () => Promise.resolve(0) } as unknown as Looks,
      new NoUnitOfWork(),
      log,
    );
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
