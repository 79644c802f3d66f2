import { newId } from '@app/kernel';
import { StripeClient } from './stripe-client';
import { StripeRejectedError } from './stripe-errors';
import { stripeSdk } from './stripe-sdk';
import { FAKE_STRIPE_KEY, FakeStripe } from './testing/fake-stripe';
import { stripeOver } from './testing/stripe.subject';

const patience = new AbortController().signal;

let fake: FakeStripe;
let stripe: ReturnType<typeof stripeOver>;
beforeEach(async () => {
  fake = await FakeStripe.start();
  stripe = stripeOver(fake);
});
afterEach(() => fake.stop());

const params = { price_data: { currency: 'brl', unit_amount: 100, product_data: { name: 'Order 1001' } }, quantity: 1 };
const create = (key: string, signal = patience, find = async () => undefined as { id: string } | undefined) =>
  stripe.client.create<{ id: string }>(
    {
      call: 'create payment link',
      key,
      make: (api, options) => api.paymentLinks.create({ line_items: [params] }, options),
      find,
    },
    signal,
  );
const retrieve = (id: string, signal = patience) =>
  stripe.client.find('retrieve payment link', signal, (api, options) => api.paymentLinks.retrieve(id, {}, options));
const failureOf = (call: Promise<unknown>) => call.then(() => undefined).catch((error: unknown) => error);

describe('a call of Stripe', () => {
  it('is not made for a caller who no longer waits', async () => {
    await expect(retrieve('plink_1', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
    expect(fake.calls).toEqual([]);
  });

  it('ends when the caller stops waiting (rule 6.10)', async () => {
    fake.plan(/payment_links/, 'timeout');
    const waiting = new AbortController();
    const failed = failureOf(retrieve('plink_1', waiting.signal));
    while (fake.calls.length === 0) await new Promise(setImmediate);
    waiting.abort();
    expect(await failed).toBeInstanceOf(Error);
  });

  it('about an object that does not exist finds none', async () => {
    await expect(retrieve('plink_none')).resolves.toBeUndefined();
  });

  it('to a path that is not routed decides nothing', async () => {
    fake.plan(/payment_links/, 'unrouted');
    await expect(retrieve('plink_none')).rejects.not.toBeInstanceOf(StripeRejectedError);
  });

  it.each(['limited', 'failed', 'unavailable', 'truncated', 'reset'] as const)(
    'with %s leaves the outcome unknown',
    async (fault) => {
      fake.plan(/payment_links/, fault);
      // A connection that was reset is used once more.
      if (fault === 'reset') fake.plan(/payment_links/, fault);
      expect(await failureOf(retrieve('plink_none'))).not.toBeInstanceOf(StripeRejectedError);
    },
  );

  it('that Stripe rejects did nothing, and says why', async () => {
    const none = { ...params, price_data: { ...params.price_data, unit_amount: 0 } };
    const rejected = stripe.client.call('create payment link', patience, (api, options) =>
      api.paymentLinks.create({ line_items: [none] }, options),
    );
    await expect(rejected).rejects.toThrow(StripeRejectedError);
    await expect(rejected).rejects.toMatchObject({ status: 400, reason: 'Invalid integer: unit_amount' });
  });

  it('that fails is logged with the id of the request, and without the credential and what was sent', async () => {
    fake.plan(/payment_links/, 'failed');
    const error = await failureOf(create('sp-secret-of-the-caller'));
    expect(stripe.log.lines).toEqual([
      {
        level: 'warn',
        fields: expect.objectContaining({ call: 'create payment link', status: 500, provider_request_id: 'req_fake1' }),
        message: 'Stripe call failed',
      },
    ]);
    const shown = `${String(error)} ${JSON.stringify(error)} ${JSON.stringify(stripe.log.lines)}`;
    for (const secret of [FAKE_STRIPE_KEY, 'sp-secret-of-the-caller', 'Order 1001'])
      expect(shown).not.toContain(secret);
  });

  it('with another key says so without the key', async () => {
    const client = new StripeClient(stripeSdk({ secretKey: 'sk_test_another0key', apiBase: fake.url }), stripe.log);
    const error = await failureOf(
      client.call('retrieve balance', patience, (api, options) => api.balance.retrieve({}, options)),
    );
    expect(error).not.toBeInstanceOf(StripeRejectedError);
    expect(`${String(error)} ${JSON.stringify(stripe.log.lines)}`).not.toContain('another0key');
    expect(String(error)).toContain('401');
  });
});

describe('an object that is made under a key (rule 6.10)', () => {
  const made = () => [...fake.account.cards.links.keys()];

  it('is made once', async () => {
    const key = newId();
    expect((await create(key)).id).toBe((await create(key)).id);
    expect(made()).toHaveLength(1);
  });

  it('waits for a request with the same key that is running', async () => {
    fake.plan(/payment_links/, 'in_use');
    fake.plan(/payment_links/, 'in_use');
    await create(newId());
    expect([made().length, fake.calls.length]).toEqual([1, 3]);
  });

  it('is made under a second key when Stripe repeats its own failure and nothing was made', async () => {
    const key = newId();
    fake.plan(/^POST .*payment_links$/, 'failed');
    await expect(create(key)).rejects.toThrow('500');
    await expect(create(key)).resolves.toMatchObject({ id: expect.any(String) });
    expect(made()).toHaveLength(1);
    expect(fake.keys.used()).toEqual([key, `${key}:2`]);
  });

  it('is found when Stripe repeats its own failure and it was made', async () => {
    const key = newId();
    const found = async () => ({ id: made()[0] ?? '' });
    fake.plan(/^POST .*payment_links$/, 'failed_after');
    await expect(create(key, patience, found)).rejects.toThrow('500');
    await expect(create(key, patience, found)).resolves.toEqual({ id: made()[0] });
    expect(made()).toHaveLength(1);
    expect(fake.keys.used()).toEqual([key]);
  });

  it('is not made when the key belongs to other parameters, which decides nothing', async () => {
    const key = newId();
    await create(key);
    const other = { ...params, price_data: { ...params.price_data, unit_amount: 500 } };
    const failure = await failureOf(
      stripe.client.create(
        {
          call: 'create payment link',
          key,
          make: (api, options) => api.paymentLinks.create({ line_items: [other] }, options),
          find: async () => undefined,
        },
        patience,
      ),
    );
    expect(failure).not.toBeInstanceOf(StripeRejectedError);
    expect(made()).toHaveLength(1);
  });
});
