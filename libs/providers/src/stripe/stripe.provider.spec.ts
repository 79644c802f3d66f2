import { Money, newId } from '@app/kernel';
import type { SettlementLine } from '@app/rails';
import { FAKE_FINANCIAL_ACCOUNT } from './testing/fake-outbound-payments';
import { FakeStripe } from './testing/fake-stripe';
import { aPaidLink, stripeOver } from './testing/stripe.subject';
import { StripeCardPlatform } from './stripe-card.platform';
import { StripeRefundRail } from './stripe-refund.rail';

const { signal } = new AbortController();

let fake: FakeStripe;
let stripe: ReturnType<typeof stripeOver>;
beforeEach(async () => {
  fake = await FakeStripe.start();
  stripe = stripeOver(fake);
});
afterEach(() => fake.stop());

const inquire = (kind: string, reference: string) =>
  stripe.provider.inquire({ provider: 'stripe', kind, reference }, signal);
const read = (type: string, object: object) => stripe.provider.read('stripe', fake.message(type, object));
const sessionOf = (reference: string) =>
  [...fake.account.cards.sessions.values()].find(({ metadata }) => metadata?.['servicepay_id'] === reference)!;
const paymentOf = (reference: string) => sessionOf(reference).payment_intent!;

describe('the status of a card link', () => {
  const anOpenLink = async () => {
    const request = {
      linkId: newId(),
      amount: Money.of('100', 'BRL'),
      description: 'Order 1001',
      returnUrl: 'https://pay.example.com/checkout/1',
    };
    const cards = new StripeCardPlatform(stripe.client, stripe.objects, stripe.payments);
    return { cards, reference: (await cards.openSession(request, signal)).reference };
  };

  it('reports a payment as its event does: the same fact', async () => {
    const { orderReference } = await aPaidLink(fake, stripe);
    const { facts } = read('checkout.session.completed', sessionOf(orderReference));
    await expect(inquire('collection', orderReference)).resolves.toEqual({ facts, isDecided: true });
  });

  it('is not decided while it can be paid', async () => {
    const { reference } = await anOpenLink();
    const unpaid = { facts: [], isDecided: false, isIdle: true };
    await expect(inquire('collection', reference)).resolves.toEqual(unpaid);
    fake.account.cards.open(fake.account.cards.linkOf(reference));
    await expect(inquire('collection', reference)).resolves.toEqual(unpaid);
  });

  it('is undecided, and not only unpaid, while a payment is under way', async () => {
    const { reference } = await anOpenLink();
    const session = fake.account.cards.open(fake.account.cards.linkOf(reference));
    Object.assign(session, { status: 'complete' });
    await expect(inquire('collection', reference)).resolves.toMatchObject({ isDecided: false, isIdle: false });
  });

  it('is decided once it is closed', async () => {
    const { cards, reference } = await anOpenLink();
    fake.account.cards.open(fake.account.cards.linkOf(reference));
    await cards.closeSession(reference, signal);
    await expect(inquire('collection', reference)).resolves.toMatchObject({ facts: [], isDecided: true });
  });

  it('reports what has become of the payment since', async () => {
    const order = await aPaidLink(fake, stripe);
    await new StripeRefundRail(stripe.client, stripe.payments, stripe.log).submit(order, signal);
    fake.account.refunds.refundInDashboard(paymentOf(order.orderReference), 500);
    fake.account.disputes.lose(fake.account.disputes.withdraw(paymentOf(order.orderReference)));
    const { facts, isDecided } = await inquire('collection', order.orderReference);
    expect(isDecided).toBe(true);
    expect(facts.map(({ type }) => type).sort()).toEqual([
      'dispute.lost',
      'dispute.opened',
      'payment.received',
      'refund.completed',
      'refund.made',
    ]);
  });

  it('is not decided while a refund is pending', async () => {
    fake.account.refunds.areSlow = true;
    const order = await aPaidLink(fake, stripe);
    fake.account.refunds.refundInDashboard(paymentOf(order.orderReference), 500);
    await expect(inquire('collection', order.orderReference)).resolves.toMatchObject({ isDecided: false, facts: [{}] });
  });

  it('that Stripe does not have is not decided: the payer may still authorise its debit', async () => {
    const open = { facts: [], isDecided: false, isIdle: true };
    await expect(inquire('collection', `sp-${newId()}`)).resolves.toEqual(open);
    expect(fake.calls).toEqual([]);
  });
});

describe('the status of a payment that an event names', () => {
  it('reports a refund that was made in the dashboard', async () => {
    const order = await aPaidLink(fake, stripe);
    const payment = paymentOf(order.orderReference);
    const refund = fake.account.refunds.refundInDashboard(payment, 500);
    const { hints } = read('refund.created', refund);
    expect(hints).toEqual([{ provider: 'stripe', kind: 'reversal', reference: payment }]);
    await expect(inquire('reversal', payment)).resolves.toMatchObject({
      isDecided: true,
      facts: [{ id: `${refund.id}:succeeded`, type: 'refund.made', reference: payment, amount: Money.of('5', 'BRL') }],
    });
  });

  it('reports our refund as its event does: the same fact', async () => {
    const order = await aPaidLink(fake, stripe);
    const rail = new StripeRefundRail(stripe.client, stripe.payments, stripe.log);
    const { reference } = await rail.submit(order, signal);
    const { facts } = read('refund.updated', fake.account.refunds.refund(reference!));
    await expect(inquire('reversal', paymentOf(order.orderReference))).resolves.toEqual({ facts, isDecided: true });
  });

  it('reports a dispute that took the money, and its end', async () => {
    const payment = paymentOf((await aPaidLink(fake, stripe)).orderReference);
    const dispute = fake.account.disputes.withdraw(payment);
    const typesNow = async () => (await inquire('reversal', payment)).facts.map(({ id, type }) => [id, type]);
    const opened = [`${dispute.id}:withdrawn`, 'dispute.opened'];
    expect(await typesNow()).toEqual([opened]);
    fake.account.disputes.win(dispute);
    expect(await typesNow()).toEqual([opened, [`${dispute.id}:reinstated`, 'dispute.won']]);
  });

  it('reports nothing of an inquiry by the bank', async () => {
    const payment = paymentOf((await aPaidLink(fake, stripe)).orderReference);
    fake.account.disputes.inquire(payment);
    await expect(inquire('reversal', payment)).resolves.toEqual({ facts: [], isDecided: true });
  });

  it('reports nothing of a payment that is not ours, or does not exist (rule 6.13)', async () => {
    const foreign = fake.account.payments.createIntent({
      amount: 100,
      currency: 'brl',
      metadata: {},
      payment_method_types: ['card'],
    });
    fake.account.payments.succeed(foreign);
    fake.account.disputes.withdraw(foreign.id);
    for (const payment of [foreign.id, 'pi_none']) {
      await expect(inquire('reversal', payment)).resolves.toEqual({ facts: [], isDecided: true });
    }
  });
});

describe('the check', () => {
  it('passes with the key, and changes nothing', async () => {
    await expect(stripe.provider.check(signal)).resolves.toBeUndefined();
    const account = `GET /v2/money_management/financial_accounts/${FAKE_FINANCIAL_ACCOUNT}`;
    expect(fake.calls).toEqual(['GET /v1/balance', account]);
  });

  it('fails with another key', async () => {
    await expect(stripeOver(fake, 'sk_test_another0key').provider.check(signal)).rejects.toThrow('401');
  });
});

describe('the settlement lines (rule 18.6)', () => {
  const linesSince = async (since: Date) => {
    const lines: SettlementLine[] = [];
    for await (const line of stripe.provider.pull(since, signal)) lines.push(line);
    return lines.map(({ type, reference, gross, fee, net }) => [type, reference, ...[gross, fee, net].map(String)]);
  };
  const BEFORE = new Date('2020-01-01T00:00:00.000Z');

  it('are payments, refunds and disputes by the names that our records have', async () => {
    const order = await aPaidLink(fake, stripe);
    const payment = paymentOf(order.orderReference);
    const rail = new StripeRefundRail(stripe.client, stripe.payments, stripe.log);
    const { reference } = await rail.submit(order, signal);
    fake.account.disputes.win(fake.account.disputes.withdraw(payment));
    expect(await linesSince(BEFORE)).toEqual([
      ['dispute', order.orderReference, '100.00 BRL', '-15.00 BRL', '115.00 BRL'],
      ['dispute', order.orderReference, '-100.00 BRL', '15.00 BRL', '-115.00 BRL'],
      ['refund', reference, '-10.00 BRL', '0.00 BRL', '-10.00 BRL'],
      ['payment', order.orderReference, '100.00 BRL', '3.20 BRL', '96.80 BRL'],
    ]);
  });

  it('are in the currency of the payer, with the fee apart where Stripe converted them', async () => {
    fake.account.payments.balance = { currency: 'usd', rate: 0.2 };
    const order = await aPaidLink(fake, stripe);
    expect(await linesSince(BEFORE)).toEqual([
      ['payment', order.orderReference, '100.00 BRL', '0.00 BRL', '100.00 BRL'],
      ['fee', order.orderReference, '0.00 USD', '0.88 USD', '-0.88 USD'],
    ]);
  });

  it('of others on the account, and between Stripe and its owner, are compared with nothing', async () => {
    const foreign = fake.account.payments.createIntent({
      amount: 1_000,
      currency: 'brl',
      metadata: {},
      payment_method_types: ['card'],
    });
    const { id } = fake.account.payments.succeed(foreign);
    const refund = fake.account.refunds.refundInDashboard(foreign.id, 100);
    const own = { currency: 'brl', source: 'po_1', fee: 0 };
    fake.account.payments.move({ ...own, amount: -500, reporting_category: 'payout', type: 'payout' });
    fake.account.payments.move({ ...own, amount: -25, reporting_category: 'fee', type: 'stripe_fee' });
    expect(await linesSince(BEFORE)).toEqual([
      ['stripe_fee', 'po_1', '0.00 BRL', '0.25 BRL', '-0.25 BRL'],
      ['stripe_payout', 'po_1', '-5.00 BRL', '0.00 BRL', '-5.00 BRL'],
      ['foreign_refund', refund.id, '-1.00 BRL', '0.00 BRL', '-1.00 BRL'],
      ['foreign_payment', id, '10.00 BRL', '0.59 BRL', '9.41 BRL'],
    ]);
  });

  it('come in pages, and from the time on that is asked for', async () => {
    const move = () =>
      fake.account.payments.move({
        amount: 1,
        currency: 'usd',
        fee: 0,
        source: 'x',
        reporting_category: 'topup',
        type: 'topup',
      });
    fake.account.ids.now = () => new Date('2029-12-31T00:00:00.000Z');
    move();
    fake.account.ids.now = () => new Date('2030-01-01T00:00:00.000Z');
    for (let i = 0; i < 201; i++) move();
    expect(await linesSince(new Date('2030-01-01T00:00:00.000Z'))).toHaveLength(201);
    expect(fake.calls.filter((call) => call.includes('balance'))).toHaveLength(3);
  });
});
