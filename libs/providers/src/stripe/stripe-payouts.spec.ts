import { Money } from '@app/kernel';
import { InMemoryProviderObjects } from '@app/rails/testing';
import { PayoutRail, type RailPayoutOrder } from '@app/transfers';
import { Providers, type PulledLine } from '@app/rails';
import { sentIdOf } from '../sent-ids';
import { FAKE_FINANCIAL_ACCOUNT, INVALID_ACCOUNT, type FakeOutboundPayment } from './testing/fake-outbound-payments';
import { FakeStripe, STRIPE_FAULTS } from './testing/fake-stripe';
import { aUsPayout, stripeOver } from './testing/stripe.subject';

const { signal: patience } = new AbortController();
/** Less than Stripe takes when it does not respond at all. */
const impatient = () => AbortSignal.timeout(500);

const STEPS = [/^POST .*core.accounts$/, /^POST .*setup_intents$/, /^POST .*outbound_payments$/] as const;
const [, , PAY] = STEPS;

let fake: FakeStripe;
let store: InMemoryProviderObjects;
let stripe: ReturnType<typeof stripeOver>;
let rail: PayoutRail;
beforeEach(async () => {
  fake = await FakeStripe.start();
  store = new InMemoryProviderObjects();
  restart();
});
afterEach(() => fake.stop());

/** Another process, with what the last one stored. */
function restart(): void {
  stripe = stripeOver(fake, undefined, { store });
  rail = new Providers().adapterIn(PayoutRail, stripe.provider);
}

const submit = (order: RailPayoutOrder) => rail.submit(order, patience);
const find = ({ payoutId }: RailPayoutOrder) => rail.find(payoutId, patience);
const madeFor = ({ payoutId }: RailPayoutOrder) => fake.account.outbound.of(sentIdOf(payoutId));
const onlyOf = (order: RailPayoutOrder) => madeFor(order)[0]!;

/** One attempt as the worker makes it, in a process of its own: it asks before it submits. */
async function attempt(order: RailPayoutOrder, signal: AbortSignal): Promise<string> {
  restart();
  const known = await rail.find(order.payoutId, signal);
  if (known.state !== 'unknown') return known.reference ?? '';
  const submitted = await rail.submit(order, signal);
  return submitted.outcome === 'accepted' ? submitted.reference : '';
}

async function untilDone(order: RailPayoutOrder): Promise<string> {
  for (let left = 3; left > 0; left--) {
    try {
      return await attempt(order, impatient());
    } catch {
      // The outcome is unknown.
    }
  }
  return attempt(order, patience);
}

describe('a payout', () => {
  it('is a payment in cents from the financial account to a recipient with one bank account', async () => {
    const order = aUsPayout({ comment: 'Invoice 7' });
    const accepted = await submit(order);
    expect(accepted).toEqual({ outcome: 'accepted', reference: onlyOf(order).id });
    const { recipients, methods } = fake.account.outbound;
    const [recipient] = [...recipients.values()];
    expect(recipient).toMatchObject({
      contact_email: 'ana@example.com',
      display_name: 'Ana Maria Souza',
      identity: {
        country: 'us',
        entity_type: 'individual',
        individual: { given_name: 'Ana Maria', surname: 'Souza' },
      },
    });
    const [method] = [...methods.values()];
    expect(method).toMatchObject({ account: recipient?.id, bank_account: { last4: '6789', country: 'US' } });
    expect(onlyOf(order)).toMatchObject({
      amount: { value: 4_846, currency: 'usd' },
      from: { financial_account: FAKE_FINANCIAL_ACCOUNT },
      to: { recipient: recipient?.id, payout_method: method?.id },
      metadata: { servicepay_id: sentIdOf(order.payoutId) },
    });
  });

  it.each([
    ['ein', '12-3456789', 'company'],
    ['cuit', '30712345678', 'company'],
    ['cuit', '20055361682', 'individual'],
    ['passport', 'A1234567', 'individual'],
  ])('to the holder of the document %s %s goes to a recipient of the type %s', async (type, number, entity_type) => {
    const { destination } = aUsPayout();
    await submit(aUsPayout({ destination: { ...destination, document: { type, number } } }));
    const [recipient] = [...fake.account.outbound.recipients.values()];
    expect(recipient?.identity).toMatchObject({ entity_type });
  });

  it('to the same bank account uses the recipient again, and another holder gets another', async () => {
    const [one, two] = [aUsPayout(), aUsPayout()];
    await Promise.all([submit(one), submit(two)]);
    restart();
    await submit(aUsPayout());
    expect(fake.account.outbound.recipients.size).toBe(1);
    await submit(aUsPayout({ destination: { ...one.destination, name: 'Ana Lima' } }));
    expect(fake.account.outbound.recipients.size).toBe(2);
    expect(JSON.stringify(store.objects)).not.toContain('000123456789');
  });

  it.each(STEPS.flatMap((call) => STRIPE_FAULTS.map((fault) => [call, fault] as const)))(
    'is paid once when %s has the fault %s (rule 11.5)',
    async (call, fault) => {
      const order = aUsPayout();
      fake.plan(call, fault);
      const reference = await untilDone(order);
      expect(madeFor(order).map(({ id }) => id)).toEqual([reference]);
    },
  );

  it.each(STEPS)('is paid once when the process ends after Stripe has carried out %s (rule 11.10)', async (call) => {
    const order = aUsPayout();
    fake.onDone = (name) => !call.test(name);
    await expect(attempt(order, impatient())).rejects.toThrow();
    fake.onDone = () => true;
    const reference = await attempt(order, patience);
    expect(madeFor(order).map(({ id }) => id)).toEqual([reference]);
  });

  it('whose response was lost is found in Stripe’s list, also when Stripe has forgotten the key', async () => {
    const order = aUsPayout();
    fake.plan(PAY, 'truncated');
    await expect(submit(order)).rejects.toThrow();
    fake.keys.forget();
    restart();
    const { id: reference } = onlyOf(order);
    await expect(find(order)).resolves.toEqual({ state: 'processing', reference });
    await expect(submit(order)).resolves.toEqual({ outcome: 'accepted', reference });
    expect(madeFor(order)).toHaveLength(1);
  });

  it('is submitted again to the recipient that the first attempt has chosen', async () => {
    const order = aUsPayout();
    fake.plan(PAY, 'truncated');
    await expect(submit(order)).rejects.toThrow();
    const changed = { ...order, email: 'other@example.com' };
    await expect(submit(changed)).resolves.toEqual({ outcome: 'accepted', reference: onlyOf(order).id });
    expect([madeFor(order).length, fake.account.outbound.recipients.size]).toEqual([1, 1]);
  });

  it('is never made under another key, where Stripe repeats a failure', async () => {
    const order = aUsPayout();
    fake.keys.keepsFailures = true;
    fake.plan(PAY, 'failed');
    await expect(submit(order)).rejects.toThrow('500');
    await expect(submit(order)).rejects.toThrow('repeats a failure');
    expect(madeFor(order)).toEqual([]);
  });

  it('waits while there is too little balance', async () => {
    const order = aUsPayout();
    fake.account.outbound.balance = 4_845;
    await expect(submit(order)).resolves.toMatchObject({ refusal: { code: 'provider_funds' } });
    await expect(find(order)).resolves.toEqual({ state: 'unknown' });
    fake.account.outbound.balance = 4_846;
    await expect(submit(order)).resolves.toMatchObject({ outcome: 'accepted' });
  });

  it('to an account that Stripe rejects is declined', async () => {
    const { destination } = aUsPayout();
    const bank = { ...destination.bank, account_number: INVALID_ACCOUNT };
    await expect(submit(aUsPayout({ destination: { ...destination, bank } }))).resolves.toEqual({
      outcome: 'declined',
      reason: 'The account number is invalid.',
    });
  });

  it.each(['limited', 'unavailable', 'failed', 'unrouted'] as const)('is not declined by %s', async (fault) => {
    fake.plan(PAY, fault);
    await expect(submit(aUsPayout())).rejects.toThrow();
  });

  it('is not accepted over a payment of another amount', async () => {
    const order = aUsPayout();
    fake.plan(PAY, 'truncated');
    await submit(order).catch(() => undefined);
    await expect(submit({ ...order, amount: Money.of('1', 'USD') })).rejects.toThrow('another amount');
  });

  it('that fails is logged without the bank account and the holder', async () => {
    const order = aUsPayout();
    fake.plan(PAY, 'failed');
    const error: unknown = await submit(order).catch((reason: unknown) => reason);
    const told = `${String(error)} ${JSON.stringify(stripe.log.lines)}`;
    expect(told).toContain('create outbound payment');
    for (const secret of ['000123456789', 'Ana Maria', 'ana@example.com', 'A1234567'])
      expect(told).not.toContain(secret);
  });
});

describe('what becomes of a payout', () => {
  const inquire = (reference: string) =>
    stripe.provider.inquire({ provider: 'stripe', kind: 'payout', reference }, patience);
  const anAccepted = async () => {
    const order = aUsPayout();
    await submit(order);
    return { order, payment: onlyOf(order) };
  };
  const amount = Money.of('48.46', 'USD');
  const { outbound } = { outbound: () => fake.account.outbound };

  it.each<[string, (payment: FakeOutboundPayment) => unknown, object]>([
    ['processing', () => undefined, { state: 'processing' }],
    ['posted', (payment) => outbound().post(payment), { state: 'completed', amount }],
    ['failed', (payment) => outbound().fail(payment), { state: 'failed', reason: 'payout_method_declined' }],
    ['canceled', (payment) => outbound().cancel(payment), { state: 'failed', reason: 'canceled' }],
    ['returned', (payment) => outbound().giveBack(outbound().post(payment)), { state: 'completed', amount }],
    ['something_new', (payment) => Object.assign(payment, { status: 'something_new' }), { state: 'processing' }],
  ])('is found as it is: %s', async (_, happens, expected) => {
    const { order, payment } = await anAccepted();
    happens(payment);
    await expect(find(order)).resolves.toEqual({ reference: payment.id, ...expected });
  });

  it('is completed once the money has left: an event only names the payment, and the worker asks', async () => {
    const { order, payment } = await anAccepted();
    await expect(inquire(order.payoutId)).resolves.toEqual({ facts: [], isDecided: false });
    outbound().post(payment);
    const type = 'v2.money_management.outbound_payment.posted';
    const related = {
      id: payment.id,
      type: payment.object,
      url: `/v2/money_management/outbound_payments/${payment.id}`,
    };
    const { facts, hints } = stripe.provider.read('stripe', fake.thinMessage(type, related));
    expect([facts, hints]).toEqual([[], [{ provider: 'stripe', kind: 'payout', reference: payment.id }]]);
    const named = await inquire(payment.id);
    expect(named.facts).toEqual([
      expect.objectContaining({
        id: `${payment.id}:posted`,
        type: 'payout.completed',
        reference: order.payoutId,
        amount,
        details: { provider_reference: payment.id, reason: null },
      }),
    ]);
    await expect(inquire(order.payoutId)).resolves.toEqual(named);
  });

  it('is asked about for a week after it was posted, in case its return is not reported', async () => {
    const { order, payment } = await anAccepted();
    fake.account.ids.now = () => stripe.clock.now();
    outbound().post(payment);
    await expect(inquire(order.payoutId)).resolves.toMatchObject({ isDecided: false });
    stripe.clock.advance(7 * 86_400_000);
    await expect(inquire(order.payoutId)).resolves.toMatchObject({ isDecided: true });
  });

  it('that the bank gave back was completed, and then returned (rule 11.8)', async () => {
    const { order, payment } = await anAccepted();
    outbound().giveBack(outbound().post(payment));
    await expect(inquire(order.payoutId)).resolves.toMatchObject({
      facts: [
        { id: `${payment.id}:posted`, type: 'payout.completed' },
        { id: `${payment.id}:returned`, type: 'payout.returned', amount, details: { reason: 'payout_method_closed' } },
      ],
      isDecided: true,
    });
  });

  it.each<[string, (payment: FakeOutboundPayment) => unknown]>([
    ['payout_method_declined', (payment) => outbound().fail(payment)],
    ['canceled', (payment) => outbound().cancel(payment)],
  ])('has failed: %s', async (reason, happens) => {
    const { order, payment } = await anAccepted();
    happens(payment);
    await expect(inquire(payment.id)).resolves.toMatchObject({
      facts: [{ id: `${payment.id}:failed`, type: 'payout.failed', reference: order.payoutId, details: { reason } }],
      isDecided: true,
    });
  });

  it.each(['obp_unknown', '0198f3a2-1c4b-7d2e-9a3b-5c6d7e8f9012'])('is nothing for %s', async (reference) => {
    await expect(inquire(reference)).resolves.toEqual({ facts: [], isDecided: true });
  });

  it('is nothing for a payment of somebody else', async () => {
    const { payment } = await anAccepted();
    payment.metadata = { servicepay_id: 'theirs' };
    await expect(inquire(payment.id)).resolves.toEqual({ facts: [], isDecided: true });
  });
});

describe('the settlement lines of the financial account', () => {
  const pulled = async (since: Date) => {
    const lines: PulledLine[] = [];
    for await (const line of stripe.provider.pull(since, patience)) lines.push(line);
    return lines;
  };

  it('have the payouts of ours, what came back, and what others did with the account (rule 18.6)', async () => {
    const [ours, returned] = [aUsPayout(), aUsPayout()];
    for (const order of [ours, returned]) {
      await submit(order);
      fake.account.outbound.post(onlyOf(order));
    }
    fake.account.outbound.giveBack(onlyOf(returned));
    fake.account.outbound.move('outbound_payment', -100, { type: 'outbound_payment', outbound_payment: 'obp_theirs' });
    fake.account.outbound.move('received_credit', 500, { type: 'received_credit', received_credit: 'rc_1' });
    fake.account.outbound.move('stripe_fee', -25, { type: 'fee_batch', fee_batch: 'feb_1' });
    const lines = await pulled(new Date(0));
    expect(lines[0]?.fee.toFixed()).toBe('0.25');
    expect(lines.map(({ type, reference, gross }) => [type, reference, gross.toFixed()])).toEqual([
      ['stripe_fee', null, '0.00'],
      ['deposit', 'rc_1', '5.00'],
      ['foreign_payout', 'obp_theirs', '-1.00'],
      ['payout_return', onlyOf(returned).id, '48.46'],
      ['payout', onlyOf(returned).id, '-48.46'],
      ['payout', onlyOf(ours).id, '-48.46'],
    ]);
  });

  it('make the worker ask about deposits, and payouts that came back (rule 18.7)', async () => {
    const order = aUsPayout();
    await submit(order);
    const { id } = fake.account.outbound.giveBack(fake.account.outbound.post(onlyOf(order)));
    fake.account.outbound.move('received_credit', 500, { type: 'received_credit', received_credit: 'rc_1' });
    fake.account.outbound.move('received_credit_reversal', -500, { type: 'received_credit', received_credit: 'rc_1' });
    expect((await pulled(new Date(0))).flatMap(({ about }) => about ?? [])).toEqual([
      { provider: 'stripe', kind: 'deposit', reference: 'rc_1' },
      { provider: 'stripe', kind: 'deposit', reference: 'rc_1' },
      { provider: 'stripe', kind: 'payout', reference: id },
    ]);
  });

  it('leave out what is pending, and what began long before that time', async () => {
    const order = aUsPayout();
    await submit(order);
    fake.account.outbound.post(onlyOf(order));
    const [transaction] = fake.account.outbound.transactions;
    transaction!.status = 'pending';
    await expect(pulled(new Date(0))).resolves.toEqual([]);
    transaction!.status = 'posted';
    await expect(pulled(new Date(Date.now() + 9 * 86_400_000))).resolves.toHaveLength(1);
    await expect(pulled(new Date(Date.now() + 11 * 86_400_000))).resolves.toEqual([]);
  });
});
