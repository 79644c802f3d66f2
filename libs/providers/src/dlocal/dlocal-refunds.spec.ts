import { Money, newId } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import { submitRefund } from '@app/payment-links/testing';
import { RefundRail } from '@app/payment-links';
import { Providers } from '@app/rails';
import { FAKE_FAULTS } from '../testing/fake-server';
import { DlocalRejectedError } from './dlocal-client';
import { aPaidPayment, dlocalOver, NOTIFICATION_URL } from './testing/dlocal.subject';
import { FakeDlocal } from './testing/fake-dlocal';
import type { FakeRefund } from './testing/fake-dlocal-account';

const { signal: patience } = new AbortController();
/** Less than dLocal takes when it does not respond at all. */
const impatient = () => AbortSignal.timeout(300);
const HOUR_MS = 3_600_000;

let fake: FakeDlocal;
let dlocal: ReturnType<typeof dlocalOver>;
let clock: StandingClock;
let rail: RefundRail;
beforeEach(async () => {
  fake = await FakeDlocal.start();
  clock = new StandingClock();
  fake.account.now = () => clock.now();
  dlocal = dlocalOver(fake, { clock });
  rail = new Providers().adapterIn(RefundRail, dlocal.provider);
});
afterEach(() => fake.stop());

const statusOf = (kind: string, reference: string) =>
  dlocal.provider.inquire({ provider: 'dlocal', kind, reference }, patience);
const made = (): FakeRefund[] => [...fake.account.refunds.values()];

describe('a refund', () => {
  it('is sent with our id as its key, and with what shows it again', async () => {
    const post = jest.spyOn(dlocal.client, 'post');
    const order = aPaidPayment(fake);
    await rail.submit(order, patience);
    expect(post.mock.calls[0]).toEqual([
      '/refunds',
      {
        payment_id: fake.account.byOrder(order.orderReference).id,
        amount: 10,
        currency: 'BRL',
        description: `sp-${order.refundId}`,
        notification_url: `${NOTIFICATION_URL}?refund=sp-${order.refundId}`,
      },
      patience,
      { 'x-idempotency-key': order.refundId },
    ]);
  });

  it.each([/^POST /, /^GET /].flatMap((call) => FAKE_FAULTS.map((fault) => [call, fault] as const)))(
    'is made once when %s has the fault %s (rule 17.11)',
    async (call, fault) => {
      const order = aPaidPayment(fake);
      fake.plan(call, fault);
      await rail.submit(order, impatient()).catch(() => undefined);
      if (!(await rail.find(order, patience))) await rail.submit(order, patience);
      expect(made()).toMatchObject([{ amount: 10, currency: 'BRL' }]);
      await expect(rail.find(order, patience)).resolves.toEqual({ state: 'processing', reference: made()[0]?.id });
    },
  );

  it.each([
    [5007, 'more than the payment', () => ({ amount: Money.of('100.01', 'BRL') })],
    [5018, 'a chargeback of the payment', (order: string) => void fake.account.dispute(order)],
    [5002, 'Invalid transaction status', (order: string) => void fake.account.move(order, 'PENDING')],
  ])('that dLocal rejects with %i fails, with the reason', async (_, reason, prepare) => {
    const order = aPaidPayment(fake);
    const changes = prepare(order.orderReference) ?? {};
    await expect(rail.submit({ ...order, ...changes }, patience)).resolves.toEqual({
      state: 'failed',
      reference: null,
      reason: expect.stringContaining(reason) as string,
    });
  });

  it('is found by our id among those of the payment when the response was lost, and not sent again (rule 17.14)', async () => {
    const order = aPaidPayment(fake);
    fake.plan(/^POST /, 'timeout');
    await expect(rail.submit(order, impatient())).rejects.toThrow();
    fake.account.keys.clear();
    await expect(rail.find(order, patience)).resolves.toEqual({ state: 'processing', reference: made()[0]?.id });
  });

  it('is undecided while the payment has one of its amount that does not show whose it is', async () => {
    fake.account.showsMarks = false;
    const order = aPaidPayment(fake);
    fake.plan(/^POST /, 'timeout');
    await expect(rail.submit(order, impatient())).rejects.toThrow();
    await expect(rail.find(order, patience)).rejects.toThrow('may be this one');
    await expect(rail.find({ ...order, amount: Money.of('11', 'BRL') }, patience)).resolves.toBeUndefined();
    clock.advance(HOUR_MS + 1);
    // By then it counts as one of the dashboard.
    await expect(rail.find(order, patience)).resolves.toBeUndefined();
  });

  it.each([5010, 5011])('that dLocal rejects with %i, and does not show, stays undecided', async (code) => {
    const order = aPaidPayment(fake);
    const rejection = new DlocalRejectedError(400, code, 'No', null, 'POST /refunds');
    jest.spyOn(dlocal.client, 'post').mockRejectedValue(rejection);
    await expect(rail.submit(order, patience)).rejects.toBe(rejection);
  });

  it('that dLocal made, and rejects as too much once it has forgotten the key, is found by what it shows', async () => {
    const order = { ...aPaidPayment(fake), amount: Money.of('100', 'BRL') };
    fake.plan(/^POST /, 'timeout');
    await expect(rail.submit(order, impatient())).rejects.toThrow();
    fake.account.keys.clear();
    await expect(rail.submit(order, patience)).resolves.toEqual({ state: 'processing', reference: made()[0]?.id });
    expect(made()).toHaveLength(1);
  });

  it.each([
    ['SUCCESS', { state: 'completed', amount: Money.of('10', 'BRL') }],
    ['REJECTED', { state: 'failed', reason: 'The refund is REJECTED' }],
    ['CANCELLED', { state: 'failed', reason: 'The refund is CANCELLED' }],
    ['PENDING', { state: 'processing' }],
    ['SOMETHING_NEW', { state: 'processing' }],
  ])('with the status %s is found as it is', async (status, expected) => {
    const order = aPaidPayment(fake);
    const { reference } = await submitRefund(rail, order);
    fake.account.endRefund(reference!, status);
    await expect(rail.find(order, patience)).resolves.toMatchObject(expected);
    expect(dlocal.log.lines.map(({ message }) => message)).toEqual(
      status === 'SOMETHING_NEW' ? ['dLocal refund has an unknown status'] : [],
    );
  });

  it('that dLocal pays at once is completed', async () => {
    fake.account.refundsAtOnce = true;
    const order = aPaidPayment(fake);
    await expect(rail.submit(order, patience)).resolves.toMatchObject({ state: 'completed', amount: order.amount });
  });
});

describe('a status inquiry about a refund of ours', () => {
  it('reports what its message does: the same fact', async () => {
    const order = aPaidPayment(fake);
    const { reference } = await submitRefund(rail, order);
    const { facts } = dlocal.provider.read('dlocal', fake.message(fake.account.endRefund(reference!)));
    expect(facts).toMatchObject([{ kind: 'refund', reference: order.refundId }]);
    await expect(statusOf('refund', order.refundId)).resolves.toEqual({ facts, isDecided: true });
    await expect(statusOf('reversal', reference!)).resolves.toEqual({ facts, isDecided: true });
  });

  it('whose id of dLocal is not known yet decides nothing', async () => {
    await expect(statusOf('refund', newId())).resolves.toEqual({ facts: [], isDecided: false });
    await expect(statusOf('refund', 'no id of ours')).resolves.toEqual({ facts: [], isDecided: false });
  });

  it('is known by its stored id when dLocal shows nothing of ours', async () => {
    fake.account.showsMarks = false;
    const order = aPaidPayment(fake);
    const { reference } = await submitRefund(rail, order);
    fake.account.endRefund(reference!);
    await expect(statusOf('reversal', reference!)).resolves.toMatchObject({
      facts: [{ kind: 'refund', reference: order.refundId }],
      isDecided: true,
    });
  });
});

describe('a refund that does not show whose it is', () => {
  it('is one of the dashboard only when it is an hour old: before, its id may not have been stored (rule 17.6)', async () => {
    const { orderReference } = aPaidPayment(fake);
    const { id } = fake.account.refundInDashboard(orderReference, 5);
    await expect(statusOf('reversal', id)).resolves.toEqual({ facts: [], isDecided: false });
    clock.advance(HOUR_MS + 1);
    await expect(statusOf('reversal', id)).resolves.toEqual({
      facts: [
        expect.objectContaining({
          kind: 'reversal',
          id: `${id}:refunded`,
          type: 'refund.made',
          reference: orderReference,
          amount: Money.of('5', 'BRL'),
        }),
      ],
      isDecided: true,
    });
  });

  it('and failed is nothing', async () => {
    const { id } = fake.account.refundInDashboard(aPaidPayment(fake).orderReference, 5);
    fake.account.endRefund(id, 'REJECTED');
    await expect(statusOf('reversal', id)).resolves.toEqual({ facts: [], isDecided: true });
  });

  it('of a payment that is not ours is nothing (rule 6.13)', async () => {
    const { orderReference } = aPaidPayment(fake);
    const { id } = fake.account.refundInDashboard(orderReference, 5);
    const payment = fake.account.byOrder(orderReference);
    fake.account.payments.set(payment.id, { ...payment, order_id: 'theirs' });
    clock.advance(HOUR_MS + 1);
    await expect(statusOf('reversal', id)).resolves.toEqual({ facts: [], isDecided: true });
  });
});
