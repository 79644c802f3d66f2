import { Money } from '@app/kernel';
import { anOpenCharge, aPaidCharge, aPixPayout, wooviOver } from './testing/woovi.subject';
import { FakeWoovi } from './testing/fake-woovi';
import { WooviClient } from './woovi-client';
import { WooviRefundRail } from './woovi-refund.rail';
import { WooviPayoutRail } from './woovi-payout.rail';
import { WooviProvider } from './woovi.provider';
import { sentIdOf } from '../sent-ids';

const { signal } = new AbortController();

let fake: FakeWoovi;
let woovi: ReturnType<typeof wooviOver>;
beforeEach(async () => {
  fake = await FakeWoovi.start();
  woovi = wooviOver(fake);
});
afterEach(() => fake.stop());

const statusOfCharge = (reference: string) =>
  woovi.provider.inquire({ provider: 'woovi', kind: 'collection', reference }, signal);
const statusOfPayout = (reference: string) =>
  woovi.provider.inquire({ provider: 'woovi', kind: 'payout', reference }, signal);

describe('a status inquiry about a charge', () => {
  const read = (content: object) => woovi.provider.read('woovi', fake.message(content));

  it('reports a payment as its message does: the same fact', async () => {
    const orderReference = anOpenCharge(fake);
    const { facts } = read(fake.account.pay(orderReference));
    await expect(statusOfCharge(orderReference)).resolves.toEqual({ facts, isDecided: true });
  });

  it('reports each payment of a charge as a fact of its own, with what arrived and when (rule 6.19)', async () => {
    const orderReference = anOpenCharge(fake);
    const at = new Date('2030-01-01T11:59:59.000Z');
    const messages = [{ at }, { value: 10_001 }, { value: 9_999 }].map((how) => fake.account.pay(orderReference, how));
    const facts = messages.flatMap((message) => read(message).facts);
    expect(facts.map(({ amount }) => amount?.toString())).toEqual(['100.00 BRL', '100.01 BRL', '99.99 BRL']);
    expect(facts[0]?.details).toMatchObject({ paid_at: at.toISOString() });
    expect(new Set(facts.map(({ id }) => id)).size).toBe(3);
    await expect(statusOfCharge(orderReference)).resolves.toEqual({ facts, isDecided: true });
  });

  it('is repeated for late money after the charge has expired, and reports what arrives then (rule 6.16)', async () => {
    const orderReference = anOpenCharge(fake);
    const { facts } = read(fake.account.expire(orderReference));
    await expect(statusOfCharge(orderReference)).resolves.toEqual({ facts, isDecided: false, isSparse: true });
    const late = read(fake.account.pay(orderReference)).facts;
    fake.account.expire(orderReference);
    await expect(statusOfCharge(orderReference)).resolves.toEqual({ facts: late, isDecided: true });
  });

  it.each(['ACTIVE', 'SOMETHING_NEW'])('with the status %s', async (status) => {
    const orderReference = anOpenCharge(fake);
    fake.account.charge(orderReference).status = status;
    await expect(statusOfCharge(orderReference)).resolves.toEqual({ facts: [], isDecided: false });
  });

  it.each([
    [/refund$/, 1],
    [/transaction$/, 0],
  ])('gives what it has when %s fails, and is not decided (rule 6.15)', async (call, count) => {
    const { orderReference } = aPaidCharge(fake);
    fake.plan(call, 'failed');
    const { facts, isDecided, problem } = await statusOfCharge(orderReference);
    expect([facts.length, isDecided, problem?.message]).toEqual([count, false, expect.stringContaining('500')]);
  });

  it('is a problem while Woovi does not list the payment, whose name only the list has', async () => {
    const orderReference = anOpenCharge(fake);
    fake.account.charge(orderReference).status = 'COMPLETED';
    const { facts, problem } = await statusOfCharge(orderReference);
    expect([facts, problem?.message]).toEqual([[], expect.stringContaining('does not list the payment')]);
  });

  it('gives the payments that it can read, and is not decided while there is one that it cannot (rule 6.15)', async () => {
    const { orderReference } = aPaidCharge(fake);
    fake.account.pay(orderReference);
    const [first] = fake.account.charge(orderReference).payments;
    Object.assign(first!, { value: 0.5 });
    const { facts, isDecided, problem } = await statusOfCharge(orderReference);
    expect([facts.length, isDecided, problem?.message]).toEqual([
      1,
      false,
      expect.stringContaining('no name or amount'),
    ]);
  });

  it('reports a refund that failed after it had succeeded, ours and another (rule 17.12)', async () => {
    const order = aPaidCharge(fake);
    const { orderReference, refundId } = order;
    await new WooviRefundRail(woovi.client, woovi.log).submit(order, signal);
    const made = [fake.account.charge(orderReference).refunds[0]!, fake.account.refundInDashboard(orderReference, 500)];
    for (const refund of made) fake.account.endRefund(orderReference, refund);
    for (const refund of made) fake.account.endRefund(orderReference, refund, 'REJECTED');
    expect((await statusOfCharge(orderReference)).facts.slice(1)).toMatchObject([
      { kind: 'refund', type: 'refund.failed', id: `sp-${refundId}:failed`, amount: null },
      { kind: 'reversal', type: 'refund.failed', amount: Money.of('5', 'BRL') },
    ]);
  });

  it('reports two refunds of one payment as two', async () => {
    const { orderReference } = aPaidCharge(fake);
    for (const value of [500, 500]) {
      fake.account.endRefund(orderReference, fake.account.refundInDashboard(orderReference, value));
    }
    const made = (await statusOfCharge(orderReference)).facts.slice(1);
    expect([made.length, new Set(made.map(({ id }) => id)).size]).toEqual([2, 2]);
  });

  it('reports refunds of ours, and those that were made in the dashboard, once they are confirmed', async () => {
    const order = aPaidCharge(fake);
    const { orderReference, refundId } = order;
    await new WooviRefundRail(woovi.client, woovi.log).submit(order, signal);
    const [ours, theirs] = [
      fake.account.charge(orderReference).refunds[0]!,
      fake.account.refundInDashboard(orderReference, 500),
    ];
    await expect(statusOfCharge(orderReference)).resolves.toMatchObject({ isDecided: false, facts: [{}] });

    const { hints } = woovi.provider.read('woovi', fake.message(fake.account.endRefund(orderReference, ours)));
    fake.account.endRefund(orderReference, theirs);
    expect(hints).toEqual([{ provider: 'woovi', kind: 'reversal', reference: ours.paidBy }]);
    const { facts, isDecided } = await woovi.provider.inquire({ ...hints[0]! }, signal);
    await expect(statusOfCharge(orderReference)).resolves.toEqual({ facts, isDecided });
    expect(isDecided).toBe(true);
    expect(facts.slice(1)).toEqual([
      expect.objectContaining({
        kind: 'refund',
        type: 'refund.completed',
        reference: refundId,
        amount: Money.of('10', 'BRL'),
      }),
      expect.objectContaining({
        kind: 'reversal',
        type: 'refund.made',
        reference: orderReference,
        amount: Money.of('5', 'BRL'),
      }),
    ]);
  });
});

it('a status inquiry about a transaction of none of our charges reports nothing (rule 6.13)', async () => {
  const about = { provider: 'woovi', kind: 'reversal', reference: 'E1' };
  await expect(woovi.provider.inquire(about, signal)).resolves.toEqual({ facts: [], isDecided: true });
});

describe('a payout that its recipient’s bank sends back', () => {
  const aPaidPayout = async () => {
    const { payoutId } = aPixPayout();
    await new WooviPayoutRail(woovi.client, woovi.ids, woovi.log).submit(aPixPayout({ payoutId }), signal);
    const reading = woovi.provider.read('woovi', fake.message(fake.account.confirm(sentIdOf(payoutId))));
    return { payoutId, reading };
  };
  const giveBack = (payoutId: string, value?: number) => {
    const { facts, hints } = woovi.provider.read(
      'woovi',
      fake.message(fake.account.giveBack(sentIdOf(payoutId), value)),
    );
    expect([facts, hints.length]).toEqual([[], 1]);
    return hints[0]!;
  };

  it('is a return of each part, with its amount and a name of its own (rule 11.16)', async () => {
    const { payoutId, reading } = await aPaidPayout();
    expect(reading.hints).toEqual([{ provider: 'woovi', kind: 'payout', reference: payoutId }]);
    await statusOfPayout(payoutId);
    const hints = [1_000, 1_000, 2_846].map((value) => giveBack(payoutId, value));
    const responses = await Promise.all(hints.map((hint) => woovi.provider.inquire(hint, signal)));
    const facts = responses.flatMap((response) => response.facts);
    expect(facts).toMatchObject(
      ['10', '10', '28.46'].map((amount) => ({
        kind: 'payout',
        type: 'payout.returned',
        reference: payoutId,
        amount: Money.of(amount, 'BRL'),
      })),
    );
    expect([new Set(facts.map(({ id }) => id)).size, responses.every(({ isDecided }) => isDecided)]).toEqual([3, true]);
  });

  it('waits until the transaction of the payout is known, also from the worker’s own question', async () => {
    const { payoutId } = await aPaidPayout();
    const hint = giveBack(payoutId);
    const waiting = { facts: [], isDecided: false, isIdle: true };
    await expect(woovi.provider.inquire(hint, signal)).resolves.toEqual(waiting);
    await new WooviPayoutRail(woovi.client, woovi.ids, woovi.log).find(payoutId, signal);
    const { facts } = await woovi.provider.inquire(hint, signal);
    expect(facts).toMatchObject([{ type: 'payout.returned', reference: payoutId, amount: Money.of('48.46', 'BRL') }]);
  });

  it('and that fails after it was paid is a failure too', async () => {
    const { payoutId } = await aPaidPayout();
    fake.account.fail(sentIdOf(payoutId));
    await expect(statusOfPayout(payoutId)).resolves.toMatchObject({ facts: [{ type: 'payout.failed' }] });
  });
});

describe('a status inquiry about a payout', () => {
  it('reports a payment as its message does: the same fact', async () => {
    const order = aPixPayout();
    await new WooviPayoutRail(woovi.client, woovi.ids, woovi.log).submit(order, signal);
    await expect(statusOfPayout(order.payoutId)).resolves.toEqual({ facts: [], isDecided: false });
    const message = fake.message(fake.account.confirm(sentIdOf(order.payoutId)));
    const { facts } = woovi.provider.read('woovi', message);
    await expect(statusOfPayout(order.payoutId)).resolves.toEqual({ facts, isDecided: true });
  });

  it('reports a failure as its message does', async () => {
    const order = aPixPayout();
    await new WooviPayoutRail(woovi.client, woovi.ids, woovi.log).submit(order, signal);
    const { facts } = woovi.provider.read('woovi', fake.message(fake.account.fail(sentIdOf(order.payoutId))));
    await expect(statusOfPayout(order.payoutId)).resolves.toEqual({ facts, isDecided: true });
  });
});

describe('the check', () => {
  it('passes with the AppID, and changes nothing', async () => {
    await expect(woovi.provider.check(signal)).resolves.toBeUndefined();
    expect(fake.calls).toEqual(['GET /api/v1/charge']);
  });

  it('fails with another one, without repeating it', async () => {
    const client = new WooviClient({ appId: 'another-app-id', apiBase: fake.url, log: woovi.log });
    const provider = new WooviProvider(client, [fake.publicKey], woovi.ids, woovi.log);
    const error: unknown = await provider.check(signal).catch((reason: unknown) => reason);
    expect(String(error)).toContain('401');
    expect(`${String(error)} ${JSON.stringify(woovi.log.lines)}`).not.toContain('another-app-id');
  });
});
