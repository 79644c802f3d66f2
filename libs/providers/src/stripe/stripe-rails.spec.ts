import { Money, newId } from '@app/kernel';
import { submitRefund } from '@app/payment-links/testing';
import type { CardSessionRequest } from '@app/payment-links';
import { STRIPE_FAULTS, FakeStripe } from './testing/fake-stripe';
import { aPaidLink, stripeOver } from './testing/stripe.subject';
import { StripeCardPlatform } from './stripe-card.platform';
import { StripeRefundRail } from './stripe-refund.rail';

const patience = new AbortController().signal;
/** Less than Stripe takes when it does not respond at all. */
const impatient = () => AbortSignal.timeout(400);

let fake: FakeStripe;
let stripe: ReturnType<typeof stripeOver>;
let cards: StripeCardPlatform;
let refunds: StripeRefundRail;
beforeEach(async () => {
  fake = await FakeStripe.start();
  stripe = stripeOver(fake);
  cards = new StripeCardPlatform(stripe.client, stripe.objects, stripe.payments);
  refunds = new StripeRefundRail(stripe.client, stripe.payments, stripe.log);
});
afterEach(() => fake.stop());

const aRequest = (changes: Partial<CardSessionRequest> = {}): CardSessionRequest => ({
  linkId: newId(),
  amount: Money.of('100.01', 'BRL'),
  description: 'Order 1001 🙂',
  returnUrl: 'https://pay.example.com/checkout/1',
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

const links = () => [...fake.account.cards.links.values()];

describe('a card link', () => {
  it('is a payment link for cards that can be paid once, and leads back to the checkout', async () => {
    const request = aRequest();
    const opened = await cards.openSession(request, patience);
    const [link] = links();
    expect(opened).toEqual({
      reference: `sp-${request.linkId}`,
      instructions: [{ label: 'card_page', value: link!.url, kind: 'link' }],
    });
    expect(link).toMatchObject({
      amount: 10_001,
      currency: 'brl',
      limit: 1,
      payment_method_types: ['card'],
      metadata: { servicepay_id: opened.reference },
      intentMetadata: { servicepay_id: opened.reference },
      after_completion: { type: 'redirect', redirect: { url: request.returnUrl } },
    });
  });

  it.each([
    ['16085.00', 'ARS', 1_608_500],
    ['12000', 'CLP', 12_000],
    ['45000', 'COP', 4_500_000],
    ['9.99', 'USD', 999],
  ])('of %s %s is in the minor units of its currency', async (amount, currency, expected) => {
    await cards.openSession(aRequest({ amount: Money.of(amount, currency) }), patience);
    expect(links()[0]).toMatchObject({ amount: expected, currency: currency.toLowerCase() });
  });

  it.each([
    ['x'.repeat(500), 'x'.repeat(250)],
    [' ', expect.stringMatching(/^sp-/)],
  ])('has a name that Stripe takes', async (description, name) => {
    await cards.openSession(aRequest({ description }), patience);
    expect(links()[0]?.name).toEqual(name);
  });

  it.each(STRIPE_FAULTS)('is opened once after %s (rule 6.10)', async (fault) => {
    fake.plan(/^POST .*payment_links$/, fault);
    const request = aRequest();
    await untilDone((signal) => cards.openSession(request, signal));
    expect(links()).toHaveLength(1);
  });

  it('is the same a day later, when Stripe has forgotten the key', async () => {
    const request = aRequest();
    const first = await cards.openSession(request, patience);
    fake.keys.forget();
    await expect(cards.openSession(request, patience)).resolves.toEqual(first);
    expect(links()).toHaveLength(1);
  });

  describe('that is closed (rule 5.3)', () => {
    let reference: string;
    beforeEach(async () => {
      ({ reference } = await cards.openSession(aRequest(), patience));
    });
    const link = () => fake.account.cards.linkOf(reference);

    it('cannot be opened any more, and payers who are on its page cannot pay', async () => {
      const session = fake.account.cards.open(link());
      await expect(cards.closeSession(reference, patience)).resolves.toBe('closed');
      expect([link().active, session.status]).toEqual([false, 'expired']);
    });

    it('has been paid when a payer was first', async () => {
      fake.account.payByCard(reference);
      await expect(cards.closeSession(reference, patience)).resolves.toBe('paid');
    });

    it('has been paid when a payer pays while it is being closed', async () => {
      const session = fake.account.cards.open(link());
      fake.onDone = (call) => {
        if (call.startsWith('GET /v1/checkout/sessions') && session.status === 'open')
          fake.account.cards.complete(session);
        return true;
      };
      await expect(cards.closeSession(reference, patience)).resolves.toBe('paid');
    });

    it('is not decided while a payment is under way', async () => {
      const session = fake.account.cards.open(link());
      Object.assign(session, { status: 'complete', payment_status: 'unpaid' });
      await expect(cards.closeSession(reference, patience)).rejects.toThrow('not decided');
    });

    it.each(STRIPE_FAULTS)('is closed although a call had the fault %s', async (fault) => {
      fake.account.cards.open(link());
      fake.plan(/expire$/, fault);
      await expect(untilDone((signal) => cards.closeSession(reference, signal))).resolves.toBe('closed');
    });

    it('must be known', async () => {
      await expect(cards.closeSession(`sp-${newId()}`, patience)).rejects.toThrow('not known');
    });
  });
});

describe('a refund', () => {
  it.each(
    STRIPE_FAULTS.flatMap((fault) => [/^POST .*refunds$/, /^GET .*refunds$/].map((call) => [fault, call] as const)),
  )('is made once after %s of %s (rule 17.11)', async (fault, call) => {
    const order = await aPaidLink(fake, stripe);
    fake.plan(call, fault);
    await untilDone(async (signal) => (await refunds.find(order, signal)) ?? refunds.submit(order, signal));
    const made = [...fake.account.refunds.refunds.values()];
    expect(made.map(({ amount, metadata }) => [amount, metadata])).toEqual([
      [1_000, { servicepay_id: `sp-${order.refundId}` }],
    ]);
  });

  it('is not made again a day later, when Stripe has forgotten the key', async () => {
    const order = await aPaidLink(fake, stripe);
    const whole = { ...order, amount: Money.of('100', 'BRL') };
    const { reference } = await submitRefund(refunds, whole);
    fake.keys.forget();
    await expect(refunds.submit(whole, patience)).resolves.toMatchObject({ state: 'completed', reference });
  });

  it('of more than is left fails, with the reason', async () => {
    const order = { ...(await aPaidLink(fake, stripe)), amount: Money.of('100.01', 'BRL') };
    await expect(refunds.submit(order, patience)).resolves.toEqual({
      state: 'failed',
      reference: null,
      reason: 'Refund amount is greater than unrefunded amount on charge',
    });
  });

  it.each([
    ['succeeded', { state: 'completed', amount: Money.of('10', 'BRL') }],
    ['failed', { state: 'failed', reason: 'lost_or_stolen_card' }],
    ['canceled', { state: 'failed' }],
    ['pending', { state: 'processing' }],
    ['requires_action', { state: 'processing' }],
    ['something_new', { state: 'processing' }],
  ])('with the status %s is found as it is', async (status, expected) => {
    const order = await aPaidLink(fake, stripe);
    const { reference } = await submitRefund(refunds, order);
    fake.account.refunds.end(fake.account.refunds.refund(reference!), status as 'failed', 'lost_or_stolen_card');
    await expect(refunds.find(order, patience)).resolves.toMatchObject(expected);
    expect(stripe.log.lines.map(({ message }) => message)).toEqual(
      status === 'something_new' ? ['Stripe refund has an unknown status'] : [],
    );
  });

  it('of an order that was not paid at Stripe is undecided', async () => {
    const order = await aPaidLink(fake, stripe);
    const unpaid = await cards.openSession(aRequest(), patience);
    await expect(refunds.find({ ...order, orderReference: unpaid.reference }, patience)).rejects.toThrow('not known');
    await expect(refunds.submit({ ...order, orderReference: unpaid.reference }, patience)).rejects.toThrow('not known');
  });
});
