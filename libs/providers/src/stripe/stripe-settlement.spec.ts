import { Money, newId } from '@app/kernel';
import { DEBIT, submitRefund } from '@app/payment-links/testing';
import type { PulledLine } from '@app/rails';
import { aPaidLink, stripeOver } from './testing/stripe.subject';
import { sentIdOf } from '../sent-ids';
import { StripeDebitRail } from './stripe-debit.rail';
import { StripeRefundRail } from './stripe-refund.rail';
import { FakeStripe } from './testing/fake-stripe';

const { signal } = new AbortController();
const BEFORE = new Date('2020-01-01T00:00:00.000Z');

let fake: FakeStripe;
let stripe: ReturnType<typeof stripeOver>;
beforeEach(async () => {
  fake = await FakeStripe.start();
  stripe = stripeOver(fake);
});
afterEach(() => fake.stop());

const paymentOf = (reference: string) =>
  [...fake.account.cards.sessions.values()].find(({ metadata }) => metadata?.['servicepay_id'] === reference)!
    .payment_intent!;

async function pulled(since: Date): Promise<PulledLine[]> {
  const lines: PulledLine[] = [];
  for await (const line of stripe.provider.pull(since, signal)) lines.push(line);
  return lines;
}

/** A debit that the bank has. */
async function anAuthorisedDebit() {
  const rail = new StripeDebitRail(stripe.client, stripe.objects, stripe.log);
  const order = { reference: sentIdOf(newId()), amount: Money.of('120.50', 'USD'), description: 'Order 1001' };
  await rail.confirm(order, DEBIT, signal);
  return fake.account.debits.verify(fake.account.debits.of(order.reference)[0]!);
}

describe('the settlement lines (rule 18.6)', () => {
  const linesSince = async (since: Date) => {
    return (await pulled(since)).map(({ type, reference, gross, fee, net }) => [
      type,
      reference,
      String(gross),
      String(fee),
      String(net),
    ]);
  };

  it('are payments, refunds and disputes by the names that our records have', async () => {
    const order = await aPaidLink(fake, stripe);
    const payment = paymentOf(order.orderReference);
    const rail = new StripeRefundRail(stripe.client, stripe.payments, stripe.log);
    const { reference } = await submitRefund(rail, order);
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
    // Three pages, and one of earlier bank debits.
    expect(fake.calls.filter((call) => call.includes('balance'))).toHaveLength(4);
  });
});

describe('the line of a bank debit', () => {
  const typesSince = async (since: Date) => (await pulled(since)).map(({ type }) => type);

  it('is recorded when the debit has settled, also days after it was submitted', async () => {
    fake.account.ids.now = () => new Date('2030-01-01T12:00:00.000Z');
    const debit = await anAuthorisedDebit();
    expect(await typesSince(BEFORE)).toEqual([]);
    fake.account.debits.settle(debit);
    expect(await typesSince(new Date('2030-01-08T00:00:00.000Z'))).toEqual(['payment']);
  });

  it('that the bank declined is compared with nothing, and neither is its reversal (rule 18.6)', async () => {
    fake.account.debits.fail(await anAuthorisedDebit());
    expect(await typesSince(BEFORE)).toEqual(['stripe_charge_failure', 'failed_payment']);
  });
});

describe('a line makes the worker ask (rule 18.7)', () => {
  const asked = async () => (await pulled(BEFORE)).flatMap(({ about }) => about ?? []);

  it('about the payment of a dispute, which is then found without its event', async () => {
    const payment = paymentOf((await aPaidLink(fake, stripe)).orderReference);
    fake.account.disputes.withdraw(payment);
    const [about] = await asked();
    expect(about).toEqual({ provider: 'stripe', kind: 'reversal', reference: payment });
    await expect(stripe.provider.inquire(about!, signal)).resolves.toMatchObject({
      facts: [{ type: 'dispute.opened' }],
    });
  });

  it('about a bank debit that was returned', async () => {
    const debit = await anAuthorisedDebit();
    fake.account.debits.settle(debit);
    fake.account.disputes.withdraw(debit.id);
    const [about] = await asked();
    await expect(stripe.provider.inquire(about!, signal)).resolves.toMatchObject({
      facts: [{ type: 'debit.returned' }],
    });
  });

  it('about the payment of a refund that was made in the dashboard, or that failed', async () => {
    const order = await aPaidLink(fake, stripe);
    const payment = paymentOf(order.orderReference);
    fake.account.refunds.refundInDashboard(payment, 500);
    const rail = new StripeRefundRail(stripe.client, stripe.payments, stripe.log);
    const { reference } = await submitRefund(rail, order);
    expect(await asked()).toHaveLength(1);
    fake.account.refunds.fail(fake.account.refunds.refund(reference!));
    expect(await asked()).toHaveLength(2);
  });

  it('about no payment, no refund of ours, and nothing of others', async () => {
    const order = await aPaidLink(fake, stripe);
    await new StripeRefundRail(stripe.client, stripe.payments, stripe.log).submit(order, signal);
    const details = { amount: 1_000, currency: 'brl', metadata: {}, payment_method_types: ['card'] };
    const foreign = fake.account.payments.createIntent(details);
    fake.account.payments.succeed(foreign);
    fake.account.disputes.withdraw(foreign.id);
    expect(await asked()).toEqual([]);
  });
});
