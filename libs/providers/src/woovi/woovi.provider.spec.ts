import { Money } from '@app/kernel';
import { aPaidCharge, aPixPayout, wooviOver } from './testing/woovi.subject';
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
  it('reports a payment as its message does: the same fact', async () => {
    const { orderReference } = aPaidCharge(fake);
    const { facts } = woovi.provider.read('woovi', fake.message(fake.account.pay(orderReference)));
    await expect(statusOfCharge(orderReference)).resolves.toEqual({ facts, isDecided: true });
  });

  it.each([
    ['ACTIVE', [], false],
    ['EXPIRED', [expect.objectContaining({ type: 'order.lapsed' })], true],
    ['SOMETHING_NEW', [], false],
  ])('with the status %s', async (status, facts, isDecided) => {
    const { orderReference } = aPaidCharge(fake);
    fake.account.charge(orderReference).status = status;
    await expect(statusOfCharge(orderReference)).resolves.toEqual({ facts, isDecided });
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
    expect(hints).toEqual([{ provider: 'woovi', kind: 'collection', reference: orderReference }]);
    const { facts, isDecided } = await statusOfCharge(orderReference);
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

describe('a status inquiry about a payout', () => {
  it('reports a payment as its message does: the same fact', async () => {
    const order = aPixPayout();
    await new WooviPayoutRail(woovi.client, woovi.log).submit(order, signal);
    await expect(statusOfPayout(order.payoutId)).resolves.toEqual({ facts: [], isDecided: false });
    const message = fake.message(fake.account.confirm(sentIdOf(order.payoutId)));
    const { facts } = woovi.provider.read('woovi', message);
    await expect(statusOfPayout(order.payoutId)).resolves.toEqual({ facts, isDecided: true });
  });

  it('reports a failure as its message does', async () => {
    const order = aPixPayout();
    await new WooviPayoutRail(woovi.client, woovi.log).submit(order, signal);
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
    const provider = new WooviProvider(client, [fake.publicKey], woovi.log);
    const error: unknown = await provider.check(signal).catch((reason: unknown) => reason);
    expect(String(error)).toContain('401');
    expect(`${String(error)} ${JSON.stringify(woovi.log.lines)}`).not.toContain('another-app-id');
  });
});
