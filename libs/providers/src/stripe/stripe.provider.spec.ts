import { Money, newId } from '@app/kernel';
import { submitRefund } from '@app/payment-links/testing';
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

  it('finds the payment, however often the page was opened', async () => {
    const { reference } = await anOpenLink();
    const link = fake.account.cards.linkOf(reference);
    const session = fake.account.cards.open(link);
    for (let opened = 0; opened < 1_100; opened++) fake.account.cards.open(link);
    fake.account.cards.complete(session);
    await expect(inquire('collection', reference)).resolves.toMatchObject({ facts: [{ type: 'payment.received' }] });
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

  it('reports a refund of the dashboard that failed after it had succeeded', async () => {
    const payment = paymentOf((await aPaidLink(fake, stripe)).orderReference);
    const refund = fake.account.refunds.fail(fake.account.refunds.refundInDashboard(payment, 500));
    expect(read('refund.failed', refund).hints).toEqual([{ provider: 'stripe', kind: 'reversal', reference: payment }]);
    await expect(inquire('reversal', payment)).resolves.toMatchObject({
      isDecided: true,
      facts: [{ id: `${refund.id}:failed`, kind: 'reversal', type: 'refund.failed', reference: payment }],
    });
  });

  it('reports our refund as its event does: the same fact', async () => {
    const order = await aPaidLink(fake, stripe);
    const rail = new StripeRefundRail(stripe.client, stripe.payments, stripe.log);
    const { reference } = await submitRefund(rail, order);
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

  describe('about a dispute', () => {
    let payment: string;
    beforeEach(async () => {
      payment = paymentOf((await aPaidLink(fake, stripe)).orderReference);
    });
    const factsNow = async () =>
      (await inquire('reversal', payment)).facts.map(({ type, amount }) => `${type} ${amount?.toString()}`);
    const OPENED = 'dispute.opened 100.00 BRL';

    it('that is decided by its status: some money back is no victory, and a fact of its own (rule 17.16)', async () => {
      const { disputes } = fake.account;
      const dispute = disputes.adjust(disputes.withdraw(payment), 37);
      const adjusted = 'dispute.adjusted 0.37 BRL';
      expect(await factsNow()).toEqual([OPENED, adjusted]);
      disputes.lose(dispute);
      disputes.adjust(dispute, 2_500);
      expect(await factsNow()).toEqual([OPENED, 'dispute.lost 100.00 BRL', adjusted, 'dispute.adjusted 25.00 BRL']);
      const { facts } = await inquire('reversal', payment);
      expect(new Set(facts.map(({ id }) => id)).size).toBe(4);
    });

    it('that was won brings back what really came, and each line once (rule 17.16)', async () => {
      const { disputes } = fake.account;
      disputes.win(disputes.adjust(disputes.withdraw(payment), 37), 9_000);
      expect(await factsNow()).toEqual([OPENED, 'dispute.won 90.00 BRL', 'dispute.adjusted 0.37 BRL']);
    });

    it('whose whole amount is back before the bank decides waits for the status', async () => {
      const { disputes } = fake.account;
      const dispute = disputes.adjust(disputes.withdraw(payment), 10_000);
      expect(await factsNow()).toEqual([OPENED]);
      disputes.lose(dispute);
      expect(await factsNow()).toEqual([OPENED, 'dispute.lost 100.00 BRL', 'dispute.adjusted 100.00 BRL']);
    });

    it('in the currency of the payment is whole although the balance has another', async () => {
      const { disputes } = fake.account;
      const taken = { amount: 2_000, currency: 'usd' };
      const dispute = disputes.withdraw(payment, { taken });
      disputes.win(disputes.adjust(dispute, 7, 'usd'), 2_000, 'usd');
      expect(await factsNow()).toEqual([OPENED, 'dispute.won 100.00 BRL', 'dispute.adjusted 0.07 USD']);
    });

    it('of a part, of more, of another currency, and of a second one of the same payment', async () => {
      const { disputes } = fake.account;
      disputes.withdraw(payment, { amount: 2_500 });
      disputes.withdraw(payment, { amount: 10_050 });
      disputes.withdraw(payment, { amount: 2_000, currency: 'usd' });
      expect((await factsNow()).sort()).toEqual([
        'dispute.opened 100.50 BRL',
        'dispute.opened 20.00 USD',
        'dispute.opened 25.00 BRL',
      ]);
    });

    it('that takes money once more is another one, which the first does not hide', async () => {
      const { disputes } = fake.account;
      const dispute = disputes.adjust(disputes.withdraw(payment), 10_000);
      disputes.adjust(dispute, -10_000);
      expect(await factsNow()).toEqual([OPENED, 'dispute.adjusted 100.00 BRL', OPENED]);
      disputes.lose(dispute);
      const { facts } = await inquire('reversal', payment);
      const names = facts
        .filter(({ type }) => type === 'dispute.lost')
        .map(({ details }) => (details as { provider_reference: string }).provider_reference);
      expect(names).toEqual([dispute.id, `${dispute.id}:${dispute.balance_transactions[2]!.id}`]);
    });

    it('is repeated until the bank has decided and the money that was won is back (rule 6.16)', async () => {
      const { disputes } = fake.account;
      const dispute = disputes.withdraw(payment);
      const open = { isDecided: false, isSparse: true };
      await expect(inquire('reversal', payment)).resolves.toMatchObject(open);
      disputes.win(dispute, 0);
      await expect(inquire('reversal', payment)).resolves.toMatchObject(open);
      disputes.adjust(dispute, 10_000);
      await expect(inquire('reversal', payment)).resolves.toMatchObject({ isDecided: true });
    });
  });

  it.each(['refunds', 'disputes'])('gives what it has when %s cannot be read (rule 6.15)', async (objects) => {
    const { orderReference } = await aPaidLink(fake, stripe);
    const payment = paymentOf(orderReference);
    fake.account.refunds.refundInDashboard(payment, 500);
    fake.account.disputes.withdraw(payment);
    fake.plan(new RegExp(`${objects}$`), 'limited');
    const { facts, isDecided, problem } = await inquire('collection', orderReference);
    const types = facts.map(({ type }) => type);
    expect([types, isDecided]).toEqual([
      ['payment.received', objects === 'refunds' ? 'dispute.opened' : 'refund.made'],
      false,
    ]);
    expect(problem?.message).toContain('429');
  });

  it('reports nothing of an inquiry by the bank', async () => {
    const payment = paymentOf((await aPaidLink(fake, stripe)).orderReference);
    fake.account.disputes.inquire(payment);
    await expect(inquire('reversal', payment)).resolves.toEqual({ facts: [], isDecided: false, isSparse: true });
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
