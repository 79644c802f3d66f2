import { Money, newId } from '@app/kernel';
import { findMethod, type PaymentMethod, type RailOrderRequest } from '@app/payment-links';
import type { RecordedLog } from '@app/platform/testing';
import { FAKE_FAULTS } from '../testing/fake-server';
import { FAKE_APP_ID, FakeWoovi } from './testing/fake-woovi';
import { UNKNOWN_KEY } from './testing/fake-woovi-account';
import { aPaidCharge, aPixPayout, wooviOver } from './testing/woovi.subject';
import { WooviCollectionRail } from './woovi-collection.rail';
import { WooviPayoutRail } from './woovi-payout.rail';
import { WooviRefundRail } from './woovi-refund.rail';
import { sentIdOf } from '../sent-ids';

const { signal: patience } = new AbortController();
/** Less than Woovi takes when it does not respond at all. */
const impatient = () => AbortSignal.timeout(300);

let fake: FakeWoovi;
let rails: { collection: WooviCollectionRail; refunds: WooviRefundRail; payouts: WooviPayoutRail };
let log: RecordedLog;
beforeEach(async () => {
  fake = await FakeWoovi.start();
  const woovi = wooviOver(fake);
  log = woovi.log;
  rails = {
    collection: new WooviCollectionRail(woovi.client),
    refunds: new WooviRefundRail(woovi.client, log),
    payouts: new WooviPayoutRail(woovi.client, log),
  };
});
afterEach(() => fake.stop());

const anOrder = (changes: Partial<RailOrderRequest> = {}): RailOrderRequest => ({
  orderId: newId(),
  method: findMethod('brl_pix') as PaymentMethod,
  amount: Money.of('100.01', 'BRL'),
  description: 'Order 1001 🙂'.padEnd(500, '.'),
  payer: { name: 'Ana', email: 'ana@example.com', document: null },
  bank: null,
  returnUrl: 'https://pay.example.com/checkout/1',
  now: new Date(),
  ...changes,
});

/** Repeats as the service does, each time under a new deadline. */
async function untilDone<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  for (let left = 3; left > 0; left--) {
    try {
      return await call(impatient());
    } catch {
      // The outcome is unknown.
    }
  }
  return call(patience);
}

describe('an order', () => {
  it('is a charge in centavos with our id, whose code is shown as text and QR', async () => {
    const order = anOrder();
    const opened = await rails.collection.open(order, patience);
    const charge = fake.account.charge(opened.reference);
    expect(opened.reference).toBe(`sp-${order.orderId}`);
    expect(charge.value).toBe(10_001);
    expect(opened.instructions).toEqual([{ label: 'pix_code', value: charge.brCode, kind: 'qr' }]);
    expect(opened.expiresAt?.toISOString()).toBe(charge.expiresDate);
  });

  it.each(FAKE_FAULTS)('is one charge after %s (rule 6.10)', async (fault) => {
    const order = anOrder();
    fake.plan(/^POST .*charge$/, fault);
    const opened = await untilDone((signal) => rails.collection.open(order, signal));
    expect([...fake.account.charges.keys()]).toEqual([opened.reference]);
  });

  it('is not opened over a charge of another amount', async () => {
    const order = anOrder();
    await rails.collection.open(order, patience);
    const changed = { ...order, amount: Money.of('5', 'BRL') };
    await expect(rails.collection.open(changed, patience)).rejects.toThrow('another amount');
  });
});

describe('a refund', () => {
  it.each(FAKE_FAULTS)('is made once after %s (rule 17.11)', async (fault) => {
    const order = aPaidCharge(fake);
    fake.plan(/^POST .*refund$/, fault);
    await untilDone(async (signal) => (await rails.refunds.find(order, signal)) ?? rails.refunds.submit(order, signal));
    const [refund, ...others] = fake.account.charge(order.orderReference).refunds;
    expect([refund?.value, others]).toEqual([1_000, []]);
  });

  it('of more than the charge has fails, with the reason', async () => {
    const order = { ...aPaidCharge(fake), amount: Money.of('100.01', 'BRL') };
    const reason = 'O valor é maior que o da cobrança';
    await expect(rails.refunds.submit(order, patience)).resolves.toEqual({ state: 'failed', reference: null, reason });
  });

  it.each([
    ['CONFIRMED', { state: 'completed', amount: Money.of('10', 'BRL') }],
    ['REJECTED', { state: 'failed' }],
    ['IN_PROCESSING', { state: 'processing' }],
    ['SOMETHING_NEW', { state: 'processing' }],
  ])('with the status %s is found as it is', async (status, expected) => {
    const order = aPaidCharge(fake);
    await rails.refunds.submit(order, patience);
    fake.account.charge(order.orderReference).refunds[0]!.status = status;
    await expect(rails.refunds.find(order, patience)).resolves.toMatchObject(expected);
    expect(log.lines.map(({ message }) => message)).toEqual(
      status === 'SOMETHING_NEW' ? ['Woovi refund has an unknown status'] : [],
    );
  });
});

describe('a payout', () => {
  const paid = (payoutId: string) => fake.account.payment(sentIdOf(payoutId)).paidCount;

  it.each(
    [/^POST .*payment$/, /^POST .*approve$/, /^GET .*payment/].flatMap((call) =>
      FAKE_FAULTS.map((f) => [call, f] as const),
    ),
  )('is paid once when %s has the fault %s (rule 11.5)', async (call, fault) => {
    const order = aPixPayout();
    fake.plan(call, fault);
    await untilDone(async (signal) => {
      const known = await rails.payouts.find(order.payoutId, signal);
      return known.state === 'unknown' ? rails.payouts.submit(order, signal) : known;
    });
    expect([fake.account.payments.size, paid(order.payoutId)]).toEqual([1, 1]);
  });

  it('that was created and not approved is unknown, and the next attempt approves it (rule 11.10)', async () => {
    const order = aPixPayout();
    fake.plan(/approve$/, 'failed');
    await expect(rails.payouts.submit(order, patience)).rejects.toThrow('500');
    await expect(rails.payouts.find(order.payoutId, patience)).resolves.toEqual({ state: 'unknown' });
    await expect(rails.payouts.submit(order, patience)).resolves.toMatchObject({ outcome: 'accepted' });
    expect([fake.account.payments.size, paid(order.payoutId)]).toEqual([1, 1]);
  });

  it('waits while there is too little balance, since the payment could still be approved', async () => {
    const order = aPixPayout();
    fake.account.balance = 4_845;
    await expect(rails.payouts.submit(order, patience)).resolves.toMatchObject({ refusal: { code: 'provider_funds' } });
    fake.account.balance = 4_846;
    await expect(rails.payouts.submit(order, patience)).resolves.toMatchObject({ outcome: 'accepted' });
    expect(paid(order.payoutId)).toBe(1);
  });

  it('to a key that Woovi rejects is declined', async () => {
    const { destination } = aPixPayout();
    const bank = { ...destination.bank, pix_key: UNKNOWN_KEY };
    const order = aPixPayout({ destination: { ...destination, bank } });
    await expect(rails.payouts.submit(order, patience)).resolves.toEqual({
      outcome: 'declined',
      reason: 'Chave Pix inválida',
    });
  });

  it('to an account number is declined without a call', async () => {
    const bank = { name: 'Banco do Brasil', code: '001', account_number: '123456' };
    const order = aPixPayout({ destination: { ...aPixPayout().destination, bank } });
    await expect(rails.payouts.submit(order, patience)).resolves.toMatchObject({ outcome: 'declined' });
    expect(fake.calls).toEqual([]);
  });

  it('is not approved over a payment of another amount', async () => {
    const order = aPixPayout();
    fake.plan(/approve$/, 'failed');
    await rails.payouts.submit(order, patience).catch(() => undefined);
    const changed = { ...order, amount: Money.of('1', 'BRL') };
    await expect(rails.payouts.submit(changed, patience)).rejects.toThrow('another amount');
    expect(paid(order.payoutId)).toBe(0);
  });

  it.each([
    ['CONFIRMED', { state: 'completed', amount: Money.of('48.46', 'BRL') }],
    ['FAILED', { state: 'failed' }],
    ['PROCESSING', { state: 'processing' }],
    ['SOMETHING_NEW', { state: 'processing' }],
  ])('with the status %s is found as it is', async (status, expected) => {
    const order = aPixPayout();
    await rails.payouts.submit(order, patience);
    fake.account.payment(sentIdOf(order.payoutId)).status = status;
    await expect(rails.payouts.find(order.payoutId, patience)).resolves.toMatchObject(expected);
  });
});

describe('a failed call', () => {
  it('is logged with the id of the request, and without the credential and the fields that were sent', async () => {
    const order = aPixPayout();
    fake.plan(/payment$/, 'failed');
    const error: unknown = await rails.payouts.submit(order, patience).catch((reason: unknown) => reason);
    const shown = `${String(error)} ${JSON.stringify(log.lines)}`;
    expect(log.lines).toEqual([
      {
        level: 'warn',
        fields: expect.objectContaining({ call: 'POST /api/v1/payment', status: 500, provider_request_id: 'req_1' }),
        message: 'Woovi call failed',
      },
    ]);
    for (const secret of [FAKE_APP_ID, 'ana@example.com', '11144477735']) expect(shown).not.toContain(secret);
  });

  it.each(['limited', 'failed', 'truncated'] as const)('with %s declines nothing', async (fault) => {
    fake.plan(/^POST .*payment$/, fault);
    await expect(rails.payouts.submit(aPixPayout(), patience)).rejects.toThrow();
  });
});
