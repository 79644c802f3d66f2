import { InMemoryPayoutRail } from './in-memory-payout.rail';
import { aRailPayoutOrder, payoutRailContract } from './payout-rail.contract';

const { signal: patience } = new AbortController();

describe('InMemoryPayoutRail', () => {
  payoutRailContract(() => new InMemoryPayoutRail());

  it.each(['down', 'declines'] as const)(
    'keeps nothing of a submission that meets %s, and then works again',
    async (trouble) => {
      const [rail, order] = [new InMemoryPayoutRail().onSubmit(trouble), aRailPayoutOrder()];
      const first = await rail.submit(order, patience).catch((error: unknown) => error);
      expect(first).not.toMatchObject({ outcome: 'accepted' });
      await expect(rail.find(order.payoutId, patience)).resolves.toEqual({ state: 'unknown' });
      await expect(rail.submit(order, patience)).resolves.toMatchObject({ outcome: 'accepted' });
    },
  );

  it('keeps a payout whose response is lost', async () => {
    const [rail, order] = [new InMemoryPayoutRail().onSubmit('accepts_but_throws'), aRailPayoutOrder()];
    await expect(rail.submit(order, patience)).rejects.toThrow('lost');
    await expect(rail.find(order.payoutId, patience)).resolves.toMatchObject({ state: 'processing' });
  });

  it.each([
    ['slow', 'unknown'],
    ['accepts_but_slow', 'processing'],
  ] as const)('that is %s rejects when the caller gives up; the payout is then %s', async (trouble, state) => {
    const [rail, order] = [new InMemoryPayoutRail().onSubmit(trouble), aRailPayoutOrder()];
    const caller = new AbortController();
    const submitting = rail.submit(order, caller.signal);
    caller.abort(new Error('gave up'));
    await expect(submitting).rejects.toThrow('gave up');
    await expect(rail.find(order.payoutId, patience)).resolves.toMatchObject({ state });
  });

  it('can be unable to say what it knows, or deny it', async () => {
    const [rail, order] = [new InMemoryPayoutRail().onFind('down', 'unknown'), aRailPayoutOrder()];
    await rail.submit(order, patience);
    await expect(rail.find(order.payoutId, patience)).rejects.toThrow('down');
    await expect(rail.find(order.payoutId, patience)).resolves.toEqual({ state: 'unknown' });
    await expect(rail.find(order.payoutId, patience)).resolves.toMatchObject({ state: 'processing' });
  });

  it('pays once', async () => {
    const [rail, order] = [new InMemoryPayoutRail(), aRailPayoutOrder()];
    await rail.submit(order, patience);
    rail.complete(order.payoutId);
    await rail.submit(order, patience);
    rail.complete(order.payoutId);
    rail.fail(order.payoutId);
    expect(rail.countsOf(order.payoutId)).toEqual({ submissions: 2, paid: 1 });
    await expect(rail.find(order.payoutId, patience)).resolves.toMatchObject({
      state: 'completed',
      amount: order.amount,
    });
  });

  it('fails with a reason', async () => {
    const [rail, order] = [new InMemoryPayoutRail(), aRailPayoutOrder()];
    await rail.submit(order, patience);
    rail.fail(order.payoutId, 'No such account.');
    await expect(rail.find(order.payoutId, patience)).resolves.toMatchObject({
      state: 'failed',
      reason: 'No such account.',
    });
  });
});
