import { Money, newId } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import { DlocalRefundRail } from './dlocal-refund.rail';
import { aPaidPayment, anOpenPayment, dlocalOver } from './testing/dlocal.subject';
import { FakeDlocal } from './testing/fake-dlocal';

const { signal: patience } = new AbortController();

let fake: FakeDlocal;
let dlocal: ReturnType<typeof dlocalOver>;
let clock: StandingClock;
beforeEach(async () => {
  fake = await FakeDlocal.start();
  clock = new StandingClock();
  fake.account.now = () => clock.now();
  dlocal = dlocalOver(fake, { clock });
});
afterEach(() => fake.stop());

const statusOf = (kind: string, reference: string) =>
  dlocal.provider.inquire({ provider: 'dlocal', kind, reference }, patience);

describe('a status inquiry about an order', () => {
  it('that is paid reports it as the message does: the same fact, with what arrived and when (rule 6.19)', async () => {
    const order = anOpenPayment(fake);
    const at = new Date('2029-12-31T23:59:59.000Z');
    const { facts } = dlocal.provider.read('dlocal', fake.message(fake.account.pay(order, { amount: 100_001, at })));
    expect(facts).toMatchObject([
      { amount: Money.of('100001', 'COP'), details: { paid_at: at.toISOString() }, type: 'payment.received' },
    ]);
    await expect(statusOf('collection', order)).resolves.toEqual({ facts, isDecided: true });
  });

  it.each(['EXPIRED', 'REJECTED', 'CANCELLED'])(
    'that is %s reports it as the message does, and is repeated for late money (rule 6.16)',
    async (status) => {
      const order = anOpenPayment(fake);
      const { facts } = dlocal.provider.read('dlocal', fake.message(fake.account.move(order, status)));
      expect(facts).toHaveLength(1);
      await expect(statusOf('collection', order)).resolves.toEqual({ facts, isDecided: false, isSparse: true });
    },
  );

  it.each([
    [/payments/, 1],
    [/refunds/, 1],
  ])('that is paid gives what it has when %s fails, and is not decided (rule 6.15)', async (call, count) => {
    const { orderReference } = aPaidPayment(fake);
    fake.account.refundInDashboard(orderReference, 5);
    fake.plan(call, 'failed');
    const { facts, isDecided, problem } = await statusOf('collection', orderReference);
    expect([facts.length, isDecided, problem?.message]).toEqual([count, false, expect.stringContaining('500')]);
  });

  it.each(['PENDING', 'AUTHORIZED', 'SOMETHING_NEW'])('that is %s is not decided', async (status) => {
    const order = anOpenPayment(fake);
    fake.account.move(order, status);
    await expect(statusOf('collection', order)).resolves.toEqual({ facts: [], isDecided: false });
    expect(dlocal.log.lines.map(({ message }) => message)).toEqual(
      status === 'SOMETHING_NEW' ? ['dLocal payment has an unknown status'] : [],
    );
  });

  it('that dLocal does not know throws, so that the worker asks again', async () => {
    await expect(statusOf('collection', `sp-${newId()}`)).rejects.toThrow('code 4000');
  });

  it('reports refunds of ours, and those of the dashboard once they are an hour old', async () => {
    const order = aPaidPayment(fake);
    const rail = dlocal.provider.adapters.find((each) => each instanceof DlocalRefundRail)!;
    await rail.submit(order, patience);
    fake.account.refundInDashboard(order.orderReference, 5);
    await expect(statusOf('collection', order.orderReference)).resolves.toMatchObject({
      isDecided: false,
      facts: [{}],
    });

    for (const { id } of fake.account.refunds.values()) fake.account.endRefund(id);
    clock.advance(3_600_001);
    const { facts, isDecided } = await statusOf('collection', order.orderReference);
    expect(isDecided).toBe(true);
    expect(facts.slice(1)).toEqual([
      expect.objectContaining({ kind: 'refund', type: 'refund.completed', reference: order.refundId }),
      expect.objectContaining({
        kind: 'reversal',
        type: 'refund.made',
        reference: order.orderReference,
        amount: Money.of('5', 'BRL'),
      }),
    ]);
  });
});

describe('a status inquiry about a chargeback that names only its payment', () => {
  it('reports it as a message with the order does', async () => {
    const chargeback = fake.account.dispute(anOpenPayment(fake));
    const { facts } = dlocal.provider.read('dlocal', fake.message(chargeback));
    const reference = `chargeback:${chargeback.id}`;
    await expect(statusOf('reversal', reference)).resolves.toEqual({ facts, isDecided: false, isSparse: true });
  });

  it('of a payment that is not ours reports nothing (rule 6.13)', async () => {
    const chargeback = fake.account.dispute(anOpenPayment(fake));
    fake.account.chargebacks.set(chargeback.id, { ...chargeback, order_id: 'theirs' });
    await expect(statusOf('reversal', `chargeback:${chargeback.id}`)).resolves.toEqual({ facts: [], isDecided: true });
  });
});

describe('chargebacks of one payment', () => {
  it('are one dispute each: of a part, of more, and in another currency (rule 6.19)', async () => {
    const order = anOpenPayment(fake);
    const changes = [{ amount: 40_000 }, { amount: 100_500 }, { amount: 25, currency: 'USD' }];
    const made = changes.map((each) => fake.account.dispute(order, 'COMPLETED', each));
    const facts = made.flatMap((chargeback) => dlocal.provider.read('dlocal', fake.message(chargeback)).facts);
    expect(facts.map(({ type, amount }) => `${type} ${amount?.toString()}`)).toEqual([
      'dispute.opened 40000.00 COP',
      'dispute.opened 100500.00 COP',
      'dispute.opened 25.00 USD',
    ]);
    expect(new Set(facts.map(({ id }) => id)).size).toBe(3);
  });

  it('make the worker keep asking until they are won or lost (rule 6.16)', async () => {
    const chargeback = fake.account.dispute(anOpenPayment(fake));
    const reference = `chargeback:${chargeback.id}`;
    const { hints } = dlocal.provider.read('dlocal', fake.message(chargeback));
    expect(hints).toEqual([{ provider: 'dlocal', kind: 'reversal', reference }]);
    await expect(statusOf('reversal', reference)).resolves.toMatchObject({ isDecided: false, isSparse: true });
    fake.account.chargebacks.set(chargeback.id, { ...chargeback, status: 'REVERSAL' });
    await expect(statusOf('reversal', reference)).resolves.toMatchObject({
      facts: [{ type: 'dispute.opened' }, { type: 'dispute.won' }],
      isDecided: true,
    });
  });
});

describe('a status inquiry about a chargeback that has moved money', () => {
  it('is not decided while its status says nothing of that, as during a dispute', async () => {
    const { id } = fake.account.dispute(anOpenPayment(fake), 'IN_DISPUTE');
    await expect(statusOf('reversal', `chargeback:${id}`)).resolves.toEqual({ facts: [], isDecided: false });
  });

  it('throws while dLocal gives no amount, so that the worker asks again', async () => {
    const chargeback = fake.account.dispute(anOpenPayment(fake));
    fake.account.chargebacks.set(chargeback.id, { ...chargeback, amount: NaN });
    await expect(statusOf('reversal', `chargeback:${chargeback.id}`)).rejects.toThrow('no amount for the chargeback');
  });
});
