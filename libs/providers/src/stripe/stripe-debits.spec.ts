import { Money, newId } from '@app/kernel';
import type { DebitAuthorisation, RailDebitOrder } from '@app/payment-links';
import { DEBIT, debitOf } from '@app/payment-links/testing';
import { InMemoryProviderObjects } from '@app/rails/testing';
import { sentIdOf } from '../sent-ids';
import { StripeDebitRail } from './stripe-debit.rail';
import { BLOCKED_ACCOUNT } from './testing/fake-debits';
import { FakeStripe, STRIPE_FAULTS } from './testing/fake-stripe';
import { stripeOver } from './testing/stripe.subject';

const { signal: patience } = new AbortController();
/** Less than Stripe takes when it does not respond at all. */
const impatient = () => AbortSignal.timeout(500);

let fake: FakeStripe;
let store: InMemoryProviderObjects;
let stripe: ReturnType<typeof stripeOver>;
let rail: StripeDebitRail;
beforeEach(async () => {
  fake = await FakeStripe.start();
  store = new InMemoryProviderObjects();
  restart();
});
afterEach(() => fake.stop());

/** Another process, with what the last one stored. */
function restart(): void {
  stripe = stripeOver(fake, undefined, { store });
  rail = new StripeDebitRail(stripe.client, stripe.objects, stripe.log);
}

const anOrder = (): RailDebitOrder => ({
  reference: sentIdOf(newId()),
  amount: Money.of('120.50', 'USD'),
  description: 'Order 1001',
});

const OTHER = debitOf('000987654321');
const confirm = (order: RailDebitOrder, debit: DebitAuthorisation = DEBIT) => rail.confirm(order, debit, patience);
const debitsOf = ({ reference }: RailDebitOrder) => fake.account.debits.of(reference);
/** Payments of the order that Stripe was told an account for. */
const madeFor = (order: RailDebitOrder) => debitsOf(order).filter(({ id }) => fake.account.debits.accounts.has(id));
const onlyOf = (order: RailDebitOrder) => madeFor(order)[0]!;

/** Repeats as payers do, each time in another process under a new deadline. */
async function untilDone(order: RailDebitOrder, debits: readonly DebitAuthorisation[] = [DEBIT]) {
  for (const debit of [...debits, ...debits, ...debits]) {
    restart();
    try {
      return await rail.confirm(order, debit, impatient());
    } catch {
      // The outcome is unknown.
    }
  }
  restart();
  return confirm(order, debits[0]);
}

describe('a debit', () => {
  it('is one payment of the amount, with the account, the consent and the wording of the mandate (rule 4.11)', async () => {
    const order = anOrder();
    await confirm(order);
    const [debit, ...others] = debitsOf(order);
    expect(others).toEqual([]);
    expect(debit).toMatchObject({
      amount: 12_050,
      currency: 'usd',
      description: 'Order 1001',
      allowed_payment_method_types: ['us_bank_account'],
      metadata: { servicepay_id: order.reference, servicepay_mandate: DEBIT.consent.mandateVersion },
    });
    expect(fake.account.debits.accounts.get(debit!.id)).toMatchObject({
      email: DEBIT.email,
      last4: '6789',
      holderType: 'individual',
      ip: DEBIT.consent.ip,
      userAgent: DEBIT.consent.userAgent,
    });
  });

  it('gets nothing at Stripe before its payer authorises it, and is idle until then (rule 6.11)', async () => {
    const order = anOrder();
    const inquiry = { provider: 'stripe', kind: 'collection', reference: order.reference };
    const open = { facts: [], isDecided: false, isIdle: true };
    await expect(stripe.provider.inquire(inquiry, patience)).resolves.toEqual(open);
    expect(fake.calls).toEqual([]);
  });

  it('whose account has to be verified leads to Stripe’s page, and says when the deposits arrive (rule 4.12)', async () => {
    fake.account.ids.now = () => new Date('2030-01-01T12:00:00.000Z');
    const order = anOrder();
    const steps = await confirm(order);
    const action = onlyOf(order).next_action;
    expect(steps).toEqual([
      {
        label: 'account_verification',
        value: action?.verify_with_microdeposits.hosted_verification_url,
        kind: 'link',
      },
      { label: 'deposits_expected', value: '2030-01-03', kind: 'date' },
    ]);
  });

  it('of an account that needs no verification leaves nothing to do', async () => {
    fake.account.debits.verifies = false;
    await expect(confirm(anOrder())).resolves.toEqual([]);
  });

  const READ = /^GET .*payment_intents/;
  const CALLS = [/^POST .*payment_intents$/, /^POST .*confirm$/, READ];
  it.each(CALLS.flatMap((call) => STRIPE_FAULTS.map((fault) => [call, fault] as const)))(
    'is made once when %s has the fault %s (rule 6.10)',
    async (call, fault) => {
      const order = anOrder();
      // A payment is read only after a response was lost.
      if (call === READ) fake.plan(/^POST .*confirm$/, 'truncated');
      fake.plan(call, fault);
      await expect(untilDone(order)).resolves.toHaveLength(2);
      expect(madeFor(order)).toHaveLength(1);
    },
  );

  it.each(STRIPE_FAULTS)('of another account after %s is no second debit', async (fault) => {
    const order = anOrder();
    fake.plan(/^POST .*confirm$/, fault);
    await untilDone(order, [DEBIT, OTHER]);
    expect(madeFor(order)).toHaveLength(1);
  });

  it('that several clicks authorise at the same moment is made once', async () => {
    const order = anOrder();
    const confirmed = await Promise.allSettled(Array.from({ length: 8 }, () => confirm(order)));
    expect(confirmed.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(madeFor(order)).toHaveLength(1);
    await expect(confirm(order)).resolves.toHaveLength(2);
  });

  it('is declined when Stripe rejects the account at once, and another one may be tried', async () => {
    const order = anOrder();
    await expect(confirm(order, debitOf(BLOCKED_ACCOUNT))).rejects.toMatchObject({ code: 'DEBIT_REFUSED' });
    await expect(confirm(order, OTHER)).resolves.toHaveLength(2);
    expect(debitsOf(order)).toHaveLength(1);
    expect(fake.account.debits.accounts.get(onlyOf(order).id)?.last4).toBe('4321');
  });

  it('is declined for a routing number that no bank has', async () => {
    const { account } = DEBIT;
    const debit = { ...DEBIT, account: { ...account, routingNumber: '12345678' } };
    await expect(confirm(anOrder(), debit)).rejects.toMatchObject({ code: 'DEBIT_REFUSED' });
  });

  it('is not declined for anything else that Stripe rejects', async () => {
    const debit = { ...DEBIT, consent: { ...DEBIT.consent, ip: '' } };
    await expect(confirm(anOrder(), debit)).rejects.toThrow('mandate');
  });

  it('is not made over a payment of another amount', async () => {
    const order = anOrder();
    await confirm(order, debitOf(BLOCKED_ACCOUNT)).catch(() => undefined);
    await expect(confirm({ ...order, amount: Money.of('1', 'USD') })).rejects.toThrow('another amount');
    expect(madeFor(order)).toEqual([]);
  });

  it('carries the wording that its payer has authorised last', async () => {
    const order = anOrder();
    await confirm(order, debitOf(BLOCKED_ACCOUNT)).catch(() => undefined);
    await confirm(order, { ...DEBIT, consent: { ...DEBIT.consent, mandateVersion: 'newer' } });
    expect(onlyOf(order).metadata['servicepay_mandate']).toBe('newer');
  });

  it('is made with a newer wording than that of an attempt whose response was lost', async () => {
    const order = anOrder();
    fake.plan(/^POST .*payment_intents$/, 'truncated');
    await expect(confirm(order)).rejects.toThrow();
    const newer = { ...DEBIT, consent: { ...DEBIT.consent, mandateVersion: 'newer' } };
    await expect(confirm(order, newer)).resolves.toHaveLength(2);
    expect(madeFor(order)).toHaveLength(1);
  });

  it('that fails is logged without the account', async () => {
    fake.plan(/confirm$/, 'failed');
    const error: unknown = await confirm(anOrder()).catch((reason: unknown) => reason);
    const told = `${String(error)} ${JSON.stringify(stripe.log.lines)}`;
    expect(told).toContain('confirm payment intent');
    for (const { accountNumber, routingNumber } of [DEBIT.account]) {
      expect(told).not.toContain(accountNumber);
      expect(told).not.toContain(routingNumber);
    }
  });
});

describe('what becomes of a debit', () => {
  const read = (type: string, object: object) => stripe.provider.read('stripe', fake.message(type, object));
  const inquire = (reference: string, kind = 'collection') =>
    stripe.provider.inquire({ provider: 'stripe', kind, reference }, patience);
  const anAuthorised = async () => {
    const order = anOrder();
    await confirm(order);
    return { order, debit: onlyOf(order) };
  };

  it('is submitted once the bank has it: the same fact by event and inquiry', async () => {
    const { order, debit } = await anAuthorised();
    await expect(inquire(order.reference)).resolves.toEqual({ facts: [], isDecided: false });
    fake.account.debits.verify(debit);
    const { facts } = read('payment_intent.processing', debit);
    expect(facts).toEqual([
      expect.objectContaining({ id: `${debit.id}:submitted`, type: 'debit.submitted', reference: order.reference }),
    ]);
    await expect(inquire(order.reference)).resolves.toEqual({ facts, isDecided: false });
  });

  it('is settled for what arrived: the same fact by event and inquiry', async () => {
    const { order, debit } = await anAuthorised();
    fake.account.debits.settle(debit);
    const { facts } = read('payment_intent.succeeded', debit);
    expect(facts).toEqual([
      expect.objectContaining({
        id: `${debit.id}:settled`,
        kind: 'collection',
        type: 'debit.settled',
        reference: order.reference,
        amount: Money.of('120.50', 'USD'),
        details: { payer: null, payment_reference: debit.id },
      }),
    ]);
    await expect(inquire(order.reference)).resolves.toEqual({ facts, isDecided: true });
  });

  it.each([
    ['payment_intent.payment_failed', (debit: ReturnType<typeof onlyOf>) => fake.account.debits.fail(debit)],
    ['payment_intent.canceled', (debit: ReturnType<typeof onlyOf>) => fake.account.debits.cancel(debit)],
  ])('is declined after %s, which makes the worker ask', async (type, happens) => {
    const { order, debit } = await anAuthorised();
    fake.account.debits.verify(debit);
    happens(debit);
    const hint = { provider: 'stripe', kind: 'collection', reference: order.reference };
    expect(read(type, debit)).toEqual({ facts: [], hints: [hint] });
    await expect(inquire(order.reference)).resolves.toMatchObject({
      facts: [{ id: `${debit.id}:refused`, type: 'debit.refused', reference: order.reference }],
      isDecided: true,
    });
  });

  it('is open while its payer, who has seen an account declined, may name another', async () => {
    const order = anOrder();
    await confirm(order, debitOf(BLOCKED_ACCOUNT)).catch(() => undefined);
    await expect(inquire(order.reference)).resolves.toEqual({ facts: [], isDecided: false, isIdle: true });
    await confirm(order, OTHER);
    const debit = fake.account.debits.verify(onlyOf(order));
    fake.account.debits.fail(debit);
    await expect(inquire(order.reference)).resolves.toMatchObject({ facts: [{ type: 'debit.refused' }] });
  });

  it('is undecided, and not only unpaid, where Stripe has neither an account nor a decline of one', async () => {
    const { order, debit } = await anAuthorised();
    Object.assign(debit, { status: 'requires_payment_method', next_action: null });
    await expect(inquire(order.reference)).resolves.toEqual({ facts: [], isDecided: false });
  });

  it('that has an unknown status is not decided, and logged', async () => {
    const { order, debit } = await anAuthorised();
    Object.assign(debit, { status: 'something_new' });
    await expect(inquire(order.reference)).resolves.toEqual({ facts: [], isDecided: false });
    await expect(confirm(order)).resolves.toEqual([]);
    expect(stripe.log.lines.map(({ message }) => message)).toEqual([
      'Stripe debit has an unknown status',
      'Stripe debit has an unknown status',
    ]);
  });

  it('is returned for good when the bank takes it back: the same fact by both inquiries', async () => {
    const { order, debit } = await anAuthorised();
    fake.account.debits.settle(debit);
    const dispute = fake.account.disputes.lose(
      fake.account.disputes.withdraw(debit.id, { reason: 'debit_not_authorized' }),
    );
    const { facts, hints } = read('charge.dispute.funds_withdrawn', dispute);
    expect([facts, hints]).toEqual([[], [{ provider: 'stripe', kind: 'reversal', reference: debit.id }]]);
    const { facts: returned } = await inquire(debit.id, 'reversal');
    expect(returned).toEqual([
      expect.objectContaining({
        id: `${dispute.id}:withdrawn`,
        kind: 'collection',
        type: 'debit.returned',
        reference: order.reference,
        amount: order.amount,
        details: { payer: null, payment_reference: debit.id },
      }),
    ]);
    const { facts: all } = await inquire(order.reference);
    expect(all.slice(1)).toEqual(returned);
  });

  it('that the bank gives back after it returned it stays returned, and the money is a fact for staff (rule 17.16)', async () => {
    const { order, debit } = await anAuthorised();
    const paid = order.amount;
    fake.account.debits.settle(debit);
    fake.account.disputes.win(fake.account.disputes.withdraw(debit.id));
    await expect(inquire(debit.id, 'reversal')).resolves.toMatchObject({
      facts: [
        { type: 'debit.returned' },
        { kind: 'reversal', type: 'dispute.adjusted', reference: debit.id, amount: paid },
      ],
    });
  });

  it.each([
    ['less than was collected', { amount: 10_000 }, '100.00 USD'],
    ['an amount from a balance in another currency', { taken: { amount: 11_000, currency: 'eur' } }, '120.50 USD'],
  ])('is returned with what the bank took: %s (rule 17.22)', async (_what, taken, amount) => {
    const { debit } = await anAuthorised();
    fake.account.debits.settle(debit);
    fake.account.disputes.withdraw(debit.id, taken);
    const { facts } = await inquire(debit.id, 'reversal');
    expect(facts.map((fact) => [fact.type, fact.amount?.toString()])).toEqual([['debit.returned', amount]]);
  });

  it('of which one dispute takes money twice is returned twice', async () => {
    const { debit } = await anAuthorised();
    fake.account.debits.settle(debit);
    const dispute = fake.account.disputes.withdraw(debit.id);
    fake.account.disputes.adjust(dispute, -2_050);
    const { facts } = await inquire(debit.id, 'reversal');
    expect(facts.map(({ id, amount }) => [id, amount?.toString()])).toEqual([
      [`${dispute.id}:withdrawn`, '120.50 USD'],
      [`${dispute.id}:${dispute.balance_transactions[1]!.id}`, '20.50 USD'],
    ]);
  });

  it('is not returned by an inquiry of the bank', async () => {
    const { debit } = await anAuthorised();
    fake.account.debits.settle(debit);
    fake.account.disputes.inquire(debit.id);
    await expect(inquire(debit.id, 'reversal')).resolves.toMatchObject({ facts: [] });
  });

  it.each(['payment_intent.processing', 'payment_intent.succeeded', 'payment_intent.payment_failed'])(
    'is nothing in %s about another payment: one of a card, or one that is not ours',
    (type) => {
      const ofCard = { id: 'pi_1', status: 'succeeded', amount_received: 100, currency: 'usd' };
      const metadata = { servicepay_id: sentIdOf(newId()) };
      expect(read(type, { ...ofCard, metadata })).toEqual({ facts: [], hints: [] });
      expect(read(type, { ...ofCard, metadata: { servicepay_mandate: '1' } })).toEqual({ facts: [], hints: [] });
    },
  );

  it('is rejected where the amount that settled cannot be read', () => {
    const metadata = { servicepay_id: sentIdOf(newId()), servicepay_mandate: '1' };
    const intent = { id: 'pi_1', amount_received: 1.5, currency: 'usd', metadata };
    expect(() => read('payment_intent.succeeded', intent)).toThrow('minor units');
  });
});
