import { decimal, Money, newId, toCurrency } from '@app/kernel';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { CARD } from '../../links/domain/payment-method';
import {
  DEBIT,
  aDebitFact,
  aDecline,
  anExpiry,
  anOrder,
  aPayment,
  convertedTerms,
  inMemoryCollections,
  theTerms,
} from '../../testing';
import { OrderNotFoundError } from '../domain/errors';
import type { PaymentFact } from '../domain/payment-fact';
import { EXCEPTION_RETURNED } from '../domain/settlement-decision';
import { toCollectionFact } from './payment-facts';

type Collections = ReturnType<typeof inMemoryCollections>;

let app: Collections;
beforeEach(() => {
  app = inMemoryCollections();
});
afterEach(() => app.expectBooksBalanced());

const receive = (fact: PaymentFact) => app.receive(fact);
const opened: Collections['opened'] = (...of) => app.opened(...of);

const counted = async () => {
  const text = await app.metrics.registry.metrics();
  const lines = text.matchAll(/^rail_notifications_total\{.*outcome="([^"]+)".*\} ([1-9]\d*)$/gm);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
};

/** Stores them without settling them. */
async function stored(...facts: PaymentFact[]): Promise<PaymentFact[]> {
  await app.store(...facts);
  return facts;
}

const eventTypes = () => app.events.published.map(({ type }) => type);

describe('a payment', () => {
  it('completes the link and credits the wallet with what the fees leave', async () => {
    const { link, order } = await opened();
    await receive(aPayment(order));
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed', currentUses: 1 });
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });

  it('publishes an event that names its own request, also when it is settled with others (rule 13.20)', async () => {
    const paid = [await opened(), await opened()];
    await Promise.all(paid.map(({ order }, at) => app.receive(aPayment(order), `request-${at}`)));
    const requests = new Map(app.events.published.map((event) => [event.paymentLinkId, event.requestId]));
    expect(paid.map(({ link }) => requests.get(link.id))).toEqual(['request-0', 'request-1']);
  });

  it('that comes again under another id is ignored, and a second payment of the order is an exception (rule 6.21)', async () => {
    const { link, order } = await opened();
    await receive(aPayment(order, { paymentReference: 'E1' }));
    await receive(aPayment(order, { paymentReference: 'E1' }));
    expect(await app.repositories.exceptionsOf(link.id)).toEqual([]);
    await receive(aPayment(order, { paymentReference: 'E2' }));
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'link_not_payable' }]);
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });

  it('is recorded with every figure, payer and reference', async () => {
    const { link, order } = await opened({ payer: { name: 'Ana', email: null, document: null } });
    await receive(aPayment(order));
    expect(await app.repositories.receivedPayment(link.id)).toEqual({
      id: expect.any(String),
      status: 'credited',
      accountId: link.accountId,
      linkId: link.id,
      orderId: order.id,
      exceptionId: null,
      kind: 'payment_link',
      walletId: link.walletId,
      method: 'ars_transfer',
      payer: order.payer,
      terms: order.terms,
      provider: 'sandbox',
      providerReference: order.providerReference,
      paymentReference: null,
      feeReceipt: null,
      refunded: Money.zero('ARS'),
      disputed: Money.zero('ARS'),
      createdAt: app.clock.now(),
      creditedAt: app.clock.now(),
      returnedAt: null,
      returned: null,
    });
  });

  it('is sent to the integrator with the new state of the link', async () => {
    const { link, order } = await opened({}, { webhookUrl: 'https://shop.example.com/hook' });
    await receive(aPayment(order));
    expect(app.events.published).toMatchObject([
      {
        accountId: link.accountId,
        type: 'payment.completed',
        createdAt: app.clock.now(),
        linkWebhookUrl: 'https://shop.example.com/hook',
        data: { payment_link_id: link.id, status: 'completed', payment_method: 'ars_transfer' },
      },
    ]);
  });

  it('is confirmed to the payer whose address is known', async () => {
    const { order } = await opened({ payer: { name: null, email: 'ana@example.com', document: null } });
    await receive(aPayment(order));
    expect(app.mail.sent).toMatchObject([{ to: 'ana@example.com', dedupeKey: `receipt:${order.id}` }]);
  });

  it('is not confirmed by mail when no address is known', async () => {
    const { order } = await opened();
    await receive(aPayment(order));
    expect(app.mail.sent).toEqual([]);
  });

  it('completes the payer’s details with those of the rail, and overwrites none', async () => {
    const { link, order } = await opened({ payer: { name: 'Ana', email: null, document: null } });
    const payer = { name: 'ANA M GARCIA', email: 'ana@bank.example', document: '20123456789' };
    await receive(aPayment(order, { payer }));
    expect((await app.repositories.receivedPayment(link.id))?.payer).toEqual({ ...payer, name: 'Ana' });
    expect(app.mail.sent).toMatchObject([{ to: 'ana@bank.example' }]);
  });

  it('that is notified again changes nothing, and is still acknowledged', async () => {
    const { link, order } = await opened();
    const fact = aPayment(order);
    for (let i = 0; i < 3; i++) await receive(fact);
    expect(await app.balance(link.walletId)).toBe('14265.00');
    expect(eventTypes()).toEqual(['payment.completed']);
    expect(await counted()).toEqual({ credited: 1 });
  });

  it('that was declined before leaves the link active and without a deadline until then (rule 6.14)', async () => {
    const { link, order } = await opened();
    await receive(aDecline(order));
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'active', expiresAt: null });
    expect(eventTypes()).toEqual([]);

    await app.setRates();
    const again = await app.checkout.choose(link.id, 'ars_qr', order.payer);
    await receive(aPayment(again));
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed', paymentMethod: 'ars_qr' });
    expect(await counted()).toEqual({ declined: 1, credited: 1 });
  });

  it('that was reported as declined before is still credited', async () => {
    const { link, order } = await opened();
    await receive(aDecline(order));
    await receive(aPayment(order));
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed' });
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });

  it('that arrives after the expiry is still credited', async () => {
    const { link, order } = await opened();
    await receive(anExpiry(order));
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'expired' });
    await receive(aPayment(order));
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed' });
    expect(await app.balance(link.walletId)).toBe('14265.00');
    expect(eventTypes()).toEqual(['payment_link.expired', 'payment.completed']);
  });
});

describe('what cannot be credited', () => {
  it('becomes a payment exception: it is credited to no wallet, sent to no integrator, and logged', async () => {
    const { link, order } = await opened({ terms: theTerms() });
    const fact = aPayment(order, { paid: theTerms({ customerPaysFee: true }).payerAmount });
    await receive(fact);
    expect(await app.balance(link.walletId)).toBe('0.00');
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'amount_mismatch' }]);
    expect(app.events.published).toEqual([]);
    expect(app.log.lines).toEqual([
      {
        level: 'warn',
        fields: { outcome: 'exception:amount_mismatch', provider: 'sandbox', notification_id: fact.id },
        message: 'fact needs a decision by staff',
      },
    ]);
    expect(await counted()).toEqual({ 'exception:amount_mismatch': 1 });
  });

  it('is a second payment of the same link', async () => {
    const { link, order } = await opened();
    await receive(aPayment(order));
    await receive(aPayment(order));
    expect(await app.balance(link.walletId)).toBe('14265.00');
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'link_not_payable' }]);
  });
});

describe('a fact whose order was deleted before it was settled', () => {
  async function orphaned(fact: (order: CheckoutOrder) => PaymentFact) {
    const { order } = await opened();
    const about = await stored(fact(order));
    app.tables.orders.delete(order.id);
    return about;
  }

  it('becomes a payment exception about an unknown order, once, and is logged', async () => {
    const [about] = await orphaned((order) => aPayment(order));
    await app.settle([about!]);
    await app.settle([about!]);
    expect(app.tables.exceptions).toMatchObject([
      { reason: 'unknown_order', notificationId: about!.id, status: 'open' },
    ]);
    expect(await app.platformBalance('unallocated_receipts', 'ARS')).toBe('15000.00');
    expect(await counted()).toEqual({ 'exception:unknown_order': 1 });
    expect(app.log.lines).toMatchObject([{ level: 'warn', fields: { notification_id: about!.id } }]);
  });

  it('lets the return that waits for it take its money back', async () => {
    const about = await orphaned((order) => aPayment(order));
    const back = { ...about[0]!, id: 'back', type: 'debit.returned' as const, paid: null };
    await app.settle([...about, ...(await stored(back))]);
    expect(app.tables.exceptions).toMatchObject([{ status: 'returned' }]);
    expect(await app.platformBalance('unallocated_receipts', 'ARS')).toBe('0.00');
  });

  it('is ignored when it reports no money', async () => {
    await app.settle(await orphaned((order) => anExpiry(order)));
    expect(app.tables.exceptions).toEqual([]);
    expect(await counted()).toEqual({ ignored: 1 });
  });
});

describe('payment exceptions of one batch', () => {
  it('is booked separately for each link, even when two providers use one id', async () => {
    const [one, other] = [await opened(), await opened({ provider: 'another' })];
    const post = jest.spyOn(app.ledger, 'post');
    const paid = Money.of('1', 'ARS');
    const facts = [one, other].map(({ order }) => aPayment(order, { id: 'same', paid }));
    await app.settle(await stored(...facts));
    const entries = post.mock.calls.flatMap(([, posted]) => posted);
    expect(entries.map(({ reference }) => reference?.id).sort()).toEqual([one.link.id, other.link.id].sort());
  });
});

describe('a fact about an unknown order', () => {
  const unknown = async () => aPayment((await opened()).order, { reference: newId() });
  const exceptions = () => app.exceptions.list({ limit: 10 });
  const booked = async () => [
    await app.platformBalance('rail_clearing', 'ARS'),
    await app.platformBalance('unallocated_receipts', 'ARS'),
  ];

  it('is rejected, logged and counted', async () => {
    const fact = await unknown();
    await expect(receive(fact)).rejects.toThrow(OrderNotFoundError);
    expect(app.log.lines).toMatchObject([
      { level: 'warn', fields: { reference: fact.reference, notification_id: fact.id } },
    ]);
    expect(await counted()).toEqual({ unknown_order: 1 });
  });

  it('becomes a payment exception, in the list of the staff and in the books (rule 6.3)', async () => {
    const fact = await unknown();
    await expect(receive(fact)).rejects.toThrow(OrderNotFoundError);
    await expect(exceptions()).resolves.toEqual([
      {
        id: expect.any(String),
        provider: 'sandbox',
        notificationId: fact.id,
        reference: fact.reference,
        paymentReference: null,
        linkId: null,
        orderId: null,
        reason: 'unknown_order',
        amount: fact.paid,
        expected: null,
        status: 'open',
        walletId: null,
        reversalReference: null,
        resolution: null,
        createdAt: app.clock.now(),
        resolvedAt: null,
        accountId: null,
      },
    ]);
    expect(await booked()).toEqual(['-15000.00', '15000.00']);
  });

  it('becomes one payment exception, however often it is rejected', async () => {
    const fact = await unknown();
    await Promise.allSettled([1, 2, 3].map(() => receive(fact)));
    await expect(receive(fact)).rejects.toThrow(OrderNotFoundError);
    expect([(await exceptions()).length, await booked()]).toEqual([1, ['-15000.00', '15000.00']]);
  });

  it('makes no payment exception when it reports no money', async () => {
    const { order } = await opened();
    await expect(receive(anExpiry(order, { reference: newId() }))).rejects.toThrow(OrderNotFoundError);
    expect([await exceptions(), await booked()]).toEqual([[], ['0.00', '0.00']]);
  });

  it('is credited once when the order appears and the rail repeats it, and the exception is matched', async () => {
    const fact = await unknown();
    await expect(receive(fact)).rejects.toThrow(OrderNotFoundError);
    const { link } = await opened({ providerReference: fact.reference });
    for (let i = 0; i < 3; i++) await receive(fact);
    expect(await app.balance(link.walletId)).toBe('14265.00');
    expect(await exceptions()).toMatchObject([{ status: 'matched', resolvedAt: app.clock.now() }]);
    expect(await booked()).toEqual(['-15000.00', '0.00']);
    expect(eventTypes()).toEqual(['payment.completed']);
  });

  it('of another provider is rejected all the same, counted apart, and becomes no payment exception (rule 6.6)', async () => {
    const { order } = await opened({ provider: 'memory' });
    await expect(receive({ ...aPayment(order), provider: 'bank' })).rejects.toThrow('There is no order');
    expect([await exceptions(), await booked()]).toEqual([[], ['0.00', '0.00']]);
    expect(await counted()).toEqual({ foreign_subject: 1 });
  });

  it('is not rejected when the order appears before its money is recorded', async () => {
    const { order } = await opened();
    await expect(app.settlement.rejectUnknown(toCollectionFact(aPayment(order)), [])).resolves.toBeUndefined();
    expect([await exceptions(), await booked()]).toEqual([[], ['0.00', '0.00']]);
  });

  it('that turns out to pay the wrong amount stays the one exception, now with its link and order (rule 6.4)', async () => {
    const fact = { ...(await unknown()), paid: theTerms({ customerPaysFee: true }).payerAmount };
    await expect(receive(fact)).rejects.toThrow(OrderNotFoundError);
    const { link, order } = await opened({ providerReference: fact.reference });
    await receive(fact);
    expect(await exceptions()).toMatchObject([
      { status: 'open', reason: 'amount_mismatch', linkId: link.id, orderId: order.id },
    ]);
    expect(await booked()).toEqual(['-15735.00', '15735.00']);
  });

  it('is not credited automatically once staff have decided about its money', async () => {
    const fact = await unknown();
    await expect(receive(fact)).rejects.toThrow(OrderNotFoundError);
    const [recorded] = await exceptions();
    await app.exceptions.refund(recorded!.id, 'The payer asked for it');
    const { link } = await opened({ providerReference: fact.reference });
    await receive(fact);
    expect(await app.balance(link.walletId)).toBe('0.00');
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'active' });
    expect(await booked()).toEqual(['0.00', '0.00']);
  });

  it('of one provider is not confused with that of another under the same id', async () => {
    const { order } = await opened();
    const fact = aPayment(order);
    await expect(receive({ ...fact, provider: 'another' })).rejects.toThrow(OrderNotFoundError);
    await receive(fact);
    expect(await exceptions()).toMatchObject([{ provider: 'another', status: 'open' }]);
  });
});

describe('a settlement that fails', () => {
  it('does not reject a stored fact: the rail gets its response, and it is settled later', async () => {
    const { link, order } = await opened();
    const fact = aPayment(order);
    jest.spyOn(app.ledger, 'post').mockRejectedValueOnce(new Error('connection lost'));
    await expect(receive(fact)).resolves.toBeUndefined();
    expect(app.log.lines).toMatchObject([{ level: 'error', message: 'fact is stored and could not be settled yet' }]);
    expect([await counted(), await app.balance(link.walletId)]).toEqual([{ failed: 1 }, '0.00']);

    app.clock.advance(10_000);
    await expect(app.inbox.settleDue(10)).resolves.toBe(1);
    expect(await app.balance(link.walletId)).toBe('14265.00');
    await expect(app.inbox.settleDue(10)).resolves.toBe(0);
  });

  it('is caught up when the rail notifies again', async () => {
    const { link, order } = await opened();
    jest.spyOn(app.ledger, 'post').mockRejectedValueOnce(new Error('connection lost'));
    const fact = aPayment(order);
    await receive(fact);
    await receive(fact);
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });

  it('leaves nothing behind but the fact', async () => {
    const { link, order } = await opened({ payer: { name: null, email: 'ana@example.com', document: null } });
    jest.spyOn(app.ledger, 'post').mockRejectedValueOnce(new Error('connection lost'));
    await receive(aPayment(order));
    expect([(await app.repositories.link(link.id)).status, await app.repositories.orderStatus(order.id)]).toEqual([
      'active',
      'open',
    ]);
    expect(await app.repositories.receivedPayment(link.id)).toBeUndefined();
    expect([app.events.published, app.mail.sent]).toEqual([[], []]);
  });
});

describe('one fact that cannot be settled', () => {
  /** Makes every attempt fail that posts anything about this link; calling the result undoes that. */
  function poison({ linkId }: CheckoutOrder): () => void {
    const post = app.ledger.post.bind(app.ledger);
    const spy = jest.spyOn(app.ledger, 'post').mockImplementation(async (tx, entries) => {
      if (entries.some(({ reference }) => reference?.id === linkId)) throw new Error('this one cannot be posted');
      return post(tx, entries);
    });
    return () => spy.mockRestore();
  }

  const twenty = () => Promise.all(Array.from({ length: 20 }, () => opened()));
  const balances = (made: Awaited<ReturnType<typeof twenty>>) =>
    Promise.all(made.map(({ link }) => app.balance(link.walletId)));

  it('does not fail the 19 that arrive with it, and is settled by the worker once it can be', async () => {
    const made = await twenty();
    const { order, link } = made[7]!;
    const heal = poison(order);
    const facts = made.map((one) => aPayment(one.order));
    await Promise.all(facts.map(receive));
    expect(await balances(made)).toEqual(made.map((_, i) => (i === 7 ? '0.00' : '14265.00')));
    expect(app.log.lines).toMatchObject([{ level: 'error', fields: { notification_id: facts[7]!.id } }]);
    expect(await counted()).toEqual({ credited: 19, failed: 1 });

    heal();
    app.clock.advance(10_000);
    await expect(app.inbox.settleDue(50)).resolves.toBe(1);
    expect([await app.balance(link.walletId), eventTypes().length]).toEqual(['14265.00', 20]);
  });

  it('does not fail those that are due with it, and is logged', async () => {
    const made = await twenty();
    poison(made[13]!.order);
    const facts = made.map((one) => aPayment(one.order));
    await stored(...facts);
    app.clock.advance(10_000);
    await expect(app.inbox.settleDue(20)).resolves.toBe(20);
    expect(await balances(made)).toEqual(made.map((_, i) => (i === 13 ? '0.00' : '14265.00')));
    expect(app.log.lines).toMatchObject([
      {
        level: 'error',
        fields: { notification_id: facts[13]!.id },
        message: 'fact cannot be settled',
      },
    ]);
  });

  it('is retried with growing delays, not forever at once', async () => {
    const { order } = await opened();
    poison(order);
    await stored(aPayment(order));
    app.clock.advance(10_000);
    expect([await app.inbox.settleDue(9), await app.inbox.settleDue(9)]).toEqual([1, 0]);
    app.clock.advance(10_000);
    expect([await app.inbox.settleDue(9), await app.inbox.settleDue(9)]).toEqual([1, 0]);
    app.clock.advance(19_999);
    await expect(app.inbox.settleDue(9)).resolves.toBe(0);
    app.clock.advance(1);
    await expect(app.inbox.settleDue(9)).resolves.toBe(1);
  });
});

describe('many facts at the same moment', () => {
  it('share their transactions', async () => {
    const made = await Promise.all(Array.from({ length: 50 }, () => opened()));
    const run = jest.spyOn(app.uow, 'run');
    await Promise.all(made.map(({ order }) => receive(aPayment(order))));
    expect(run.mock.calls.length).toBeLessThanOrEqual(4);
    expect(await counted()).toEqual({ credited: 50 });
  });

  it('each get their own response', async () => {
    const [good, other] = [await opened(), await opened()];
    const repeated = aPayment(good.order);
    const unknown = aPayment(other.order, { reference: newId() });
    const responses = await Promise.allSettled([repeated, unknown, repeated, anExpiry(other.order)].map(receive));
    expect(responses.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(await app.balance(good.link.walletId)).toBe('14265.00');
    expect(await app.repositories.link(other.link.id)).toMatchObject({ status: 'expired' });
  });
});

describe('a settlement that hangs', () => {
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance', 'Date'] });
  });
  afterEach(() => jest.useRealTimers());

  it('lets the rail wait for two seconds at most, and continues anyway', async () => {
    const { link, order } = await opened();
    const post = app.ledger.post.bind(app.ledger);
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const hanging = jest.spyOn(app.ledger, 'post').mockImplementation(async (tx, entries) => {
      await gate;
      return post(tx, entries);
    });
    const responded = jest.fn();
    const response = receive(aPayment(order)).then(responded);
    while (hanging.mock.calls.length === 0) await turn();

    jest.advanceTimersByTime(1_999);
    await turn();
    expect(responded).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    await response;
    expect(responded).toHaveBeenCalledTimes(1);

    goOn();
    while (Object.keys(await counted()).length === 0) await turn();
    expect(await app.balance(link.walletId)).toBe('14265.00');
    expect(app.log.lines).toEqual([]);
  });

  it('leaves no timer behind when it does not hang', async () => {
    const { order } = await opened();
    await receive(aPayment(order));
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('settling many at once', () => {
  it('settles each separately, and returns the outcomes', async () => {
    const [one, two, three] = [await opened(), await opened(), await opened()];
    const keys = await stored(aPayment(one.order), anExpiry(two.order), aPayment(three.order));
    const settled = await app.settle(keys);
    expect(settled.map(({ outcome }) => outcome).sort()).toEqual(['credited', 'credited', 'lapsed']);
    expect(eventTypes().sort()).toEqual(['payment.completed', 'payment.completed', 'payment_link.expired']);
  });

  it('posts to the ledger once, however many there are', async () => {
    const post = jest.spyOn(app.ledger, 'post');
    await app.settle(await stored(aPayment((await opened()).order), aPayment((await opened()).order)));
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('credits one of two payments of one link, and records the other as a payment exception', async () => {
    const { link, order } = await opened();
    const settled = await app.settle(await stored(aPayment(order), aPayment(order)));
    expect(settled.map(({ outcome }) => outcome)).toEqual(['credited', 'exception:link_not_payable']);
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });

  it('lets a link expire and be paid late', async () => {
    const { link, order } = await opened();
    const settled = await app.settle(await stored(anExpiry(order), aPayment(order)));
    expect(settled.map(({ outcome }) => outcome)).toEqual(['lapsed', 'credited']);
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed' });
    expect(eventTypes().sort()).toEqual(['payment.completed', 'payment_link.expired']);
  });

  it('does nothing for what is settled or unknown', async () => {
    await expect(app.settle([{ provider: 'sandbox', reference: newId() }])).resolves.toEqual([]);
    await expect(app.settle([])).resolves.toEqual([]);
  });
});

describe('a USD debit', () => {
  const notify = (order: CheckoutOrder, ...types: Parameters<typeof aDebitFact>[1][]) =>
    types.reduce((before, type) => before.then(() => receive(aDebitFact(order, type))), Promise.resolve());
  const states = async ({ linkId, id }: CheckoutOrder) => [
    (await app.repositories.link(linkId)).status,
    await app.repositories.orderStatus(id),
    (await app.repositories.receivedPayment(linkId))?.status,
  ];
  const linesOf = async (walletId: string) =>
    (await app.ledger.walletProof(walletId)).lines.map(
      ({ type, visible, total }) => `${visible ? '' : 'hidden '}${type} ${total.toFixed()}`,
    );

  it('is processing when it is confirmed, in transit when it is submitted, completed when it is settled', async () => {
    const { order } = await app.debit();
    expect(await states(order)).toEqual(['processing', 'confirmed', 'in_process']);
    await notify(order, 'debit.submitted');
    expect(await states(order)).toEqual(['in_transit', 'confirmed', 'in_process']);
    expect(app.events.published).toEqual([]);
    await notify(order, 'debit.settled');
    expect(await states(order)).toEqual(['completed', 'paid', 'credited']);
  });

  it('credits the full amount in one row, and takes the fee in a row that the merchant does not see', async () => {
    const { link, order } = await app.debit();
    await notify(order, 'debit.submitted', 'debit.settled');
    expect(await app.movements(link.walletId)).toEqual(['payment in 50.00']);
    expect(await linesOf(link.walletId)).toEqual(['payment 50.00', 'hidden fee -0.50']);
    expect(await app.balance(link.walletId)).toBe('49.50');
  });

  it('keeps the record that was begun with its confirmation', async () => {
    const { link, order } = await app.debit();
    const begun = await app.repositories.receivedPayment(link.id);
    app.clock.advance(86_400_000);
    await notify(order, 'debit.settled');
    const payment = await app.repositories.receivedPayment(link.id);
    expect(payment).toEqual({ ...begun, status: 'credited', creditedAt: app.clock.now() });
    expect(payment?.createdAt).not.toEqual(payment?.creditedAt);
  });

  it('that is returned leaves as it came, in separate rows', async () => {
    const { link, order } = await app.debit();
    await notify(order, 'debit.submitted', 'debit.settled', 'debit.returned');
    expect(await states(order)).toEqual(['returned', 'returned', 'returned']);
    expect(await app.movements(link.walletId)).toEqual(['return out 50.00', 'payment in 50.00']);
    expect(await linesOf(link.walletId)).toEqual([
      'payment 50.00',
      'return -50.00',
      'hidden fee -0.50',
      'hidden fee_refund 0.50',
    ]);
    expect(await app.balance(link.walletId)).toBe('0.00');
    expect([
      await app.platformBalance('rail_clearing', 'USD'),
      await app.platformBalance('collection_fee_income', 'USD'),
    ]).toEqual(['0.00', '0.00']);
  });

  it('notifies the integrator when it is credited and when it is returned, and keeps its use', async () => {
    const { link, order } = await app.debit();
    await notify(order, 'debit.submitted', 'debit.settled');
    const paidAt = app.clock.now().toISOString();
    app.clock.advance(86_400_000);
    await notify(order, 'debit.returned');
    expect(app.events.published).toMatchObject([
      { type: 'payment.completed', data: { status: 'completed', paid_at: paidAt, returned_at: null } },
      {
        type: 'payment.returned',
        createdAt: app.clock.now(),
        data: { status: 'returned', paid_at: paidAt, returned_at: app.clock.now().toISOString() },
      },
    ]);
    expect(await app.repositories.link(link.id)).toMatchObject({ currentUses: 1, paymentMethod: 'usd_bank_debit' });
    expect(await app.repositories.receivedPayment(link.id)).toMatchObject({ returnedAt: app.clock.now() });
  });

  it('that is returned once its money is held leaves less than nothing available', async () => {
    const { link, order } = await app.debit();
    await notify(order, 'debit.settled');
    const hold = { walletId: link.walletId, amount: Money.of('49.50', 'USD') };
    await app.uow.run((tx) =>
      app.ledger.placeHold(tx, { ...hold, referenceType: 'test_outflow', referenceId: newId() }),
    );
    await notify(order, 'debit.returned');
    const balances = (await app.ledger.findWallet(link.walletId))!.balances;
    expect([balances.balance, balances.reserved, balances.available].map((money) => money.toFixed())).toEqual([
      '0.00',
      '49.50',
      '-49.50',
    ]);
  });

  it('that is returned once its money is spent leaves a debt', async () => {
    const { link, order } = await app.debit();
    await notify(order, 'debit.settled');
    const spent = { walletId: link.walletId, amount: Money.of('-49.50', 'USD'), reason: 'spent' };
    await app.uow.run((tx) => app.ledger.adjust(tx, { ...spent, occurredAt: app.clock.now() }));
    await notify(order, 'debit.returned');
    expect(await app.balance(link.walletId)).toBe('-49.50');
  });

  it('that is declined leaves no trace, and the payer can pay the link again', async () => {
    const { link, order } = await app.debit();
    await notify(order, 'debit.submitted', 'debit.refused');
    expect(await states(order)).toEqual(['active', 'refused', undefined]);
    expect(app.events.published).toEqual([]);

    const again = await app.checkout.choose(link.id, 'usd_bank_debit', order.payer);
    await app.checkout.confirmDebit(link.id, DEBIT);
    await notify(again, 'debit.submitted', 'debit.settled');
    expect(await states(again)).toEqual(['completed', 'paid', 'credited']);
    expect(await app.balance(link.walletId)).toBe('49.50');
  });

  it('that settles although it was declined is credited while nothing else has paid the link', async () => {
    const { order } = await app.debit();
    await notify(order, 'debit.refused', 'debit.settled');
    expect(await states(order)).toEqual(['completed', 'paid', 'credited']);
  });

  it('that settles although it was declined becomes a payment exception while another debit is underway', async () => {
    const { link, order } = await app.debit();
    await notify(order, 'debit.refused');
    const again = await app.checkout.choose(link.id, 'usd_bank_debit', order.payer);
    await app.checkout.confirmDebit(link.id, DEBIT);
    await notify(order, 'debit.settled');
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([
      { orderId: order.id, reason: 'link_not_payable', amount: order.terms.payerAmount },
    ]);
    await notify(again, 'debit.settled');
    expect(await states(again)).toEqual(['completed', 'paid', 'credited']);
    expect(await app.balance(link.walletId)).toBe('49.50');
  });

  it('whose confirmation was never recorded is accepted', async () => {
    const { link, order } = await app.debit({ confirmed: false });
    await notify(order, 'debit.submitted');
    expect(await states(order)).toEqual(['in_transit', 'confirmed', 'in_process']);
    await notify(order, 'debit.settled');
    expect(await states(order)).toEqual(['completed', 'paid', 'credited']);
    expect(await app.balance(link.walletId)).toBe('49.50');
  });

  it('of a link that was cancelled in the meantime becomes a payment exception, and its return closes it', async () => {
    const { link, order } = await app.debit({ confirmed: false });
    await app.repositories.forceLink(link.id, { status: 'cancelled', currentUses: 0 });
    await notify(order, 'debit.settled');
    expect(await app.platformBalance('unallocated_receipts', 'USD')).toBe('50.00');
    await notify(order, 'debit.returned');
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ status: 'returned' }]);
    expect([
      await app.platformBalance('unallocated_receipts', 'USD'),
      await app.platformBalance('rail_clearing', 'USD'),
      await app.balance(link.walletId),
    ]).toEqual(['0.00', '0.00', '0.00']);
  });

  it('whose return comes first waits for its settlement, and is no backlog (rule 19.7)', async () => {
    const { order } = await app.debit();
    await notify(order, 'debit.returned');
    expect(await states(order)).toEqual(['processing', 'confirmed', 'in_process']);
    expect([(await app.inbox.backlog()).pending, app.unsettled()]).toEqual([0, 1]);
    app.clock.advance(10_000);
    await expect(app.inbox.settleDue(10)).resolves.toBe(1);
    expect(await states(order)).toEqual(['processing', 'confirmed', 'in_process']);
    await notify(order, 'debit.settled');
    expect(await states(order)).toEqual(['returned', 'returned', 'returned']);
    expect(app.unsettled()).toBe(0);
  });

  it('is settled and returned in one transaction, with an event for each in order', async () => {
    const { link, order } = await app.debit();
    const facts = (['debit.returned', 'debit.settled'] as const).map((type) => aDebitFact(order, type));
    const settled = await app.settle(await stored(...facts));
    expect(settled.map(({ outcome }) => outcome)).toEqual(['credited', 'returned']);
    expect(eventTypes()).toEqual(['payment.completed', 'payment.returned']);
    expect(await app.movements(link.walletId)).toEqual(['return out 50.00', 'payment in 50.00']);
  });

  it('that names a payer completes the details given by the payer', async () => {
    const { link, order } = await app.debit({ payer: { name: 'Ana' } });
    await receive(
      aDebitFact(order, 'debit.settled', { payer: { name: 'ANA', email: 'ana@bank.example', document: null } }),
    );
    expect((await app.repositories.receivedPayment(link.id))?.payer).toEqual({
      name: 'Ana',
      email: 'ana@bank.example',
      document: null,
    });
  });
});

describe('a late payment', () => {
  const agreed = () => opened({ terms: convertedTerms() }, { currency: toCurrency('BRL') });
  /** The price of one BRL in ARS, of which the order has 200. */
  const setRate = (rate: string, asOf?: Date) =>
    app.setRates({ ARS: decimal(rate).times('5').toFixed(), BRL: '5' }, asOf);
  const late = async (rate: string) => {
    const { link, order } = await agreed();
    await setRate(rate);
    await receive(anExpiry(order));
    await receive(aPayment(order));
    return { link, order };
  };

  it('of an expired order becomes a payment exception when the rate has moved', async () => {
    const { link } = await late('50');
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'rate_moved', status: 'open' }]);
    expect(await app.balance(link.walletId)).toBe('0.00');
    expect(await app.platformBalance('unallocated_receipts', 'BRL')).toBe('500.00');
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'expired' });
  });

  it('that is settled together with the expiry becomes one too', async () => {
    const { link, order } = await agreed();
    await setRate('50');
    await app.settle(await stored(aPayment(order), anExpiry(order)));
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'rate_moved' }]);
  });

  it('of a superseded order becomes one too', async () => {
    const { link, order } = await agreed();
    const { id: linkId } = link;
    await app.uow.run((tx) => app.repositories.orders.open(tx, anOrder({ linkId, terms: convertedTerms() })));
    await setRate('50');
    await receive(aPayment(order));
    expect(await app.repositories.exceptionsOf(linkId)).toMatchObject([{ reason: 'rate_moved' }]);
  });

  it('that is received after the deadline becomes one, although the order has not expired yet', async () => {
    const { link, order } = await agreed();
    app.clock.advance(61_000);
    await setRate('50');
    await receive(aPayment(order));
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'rate_moved' }]);
  });

  it.each([
    ['a second before the deadline is in time', -1_000, 'credited'],
    ['at the deadline is late', 0, 'an exception'],
  ])('that its rail says was made %s, whenever we hear of it (rule 6.18)', async (_case, afterDeadline, outcome) => {
    const { link, order } = await agreed();
    const paidAt = new Date(order.expiresAt!.getTime() + afterDeadline);
    app.clock.advance(3_600_000);
    await receive(anExpiry(order));
    await setRate('50', app.clock.now());
    await receive(aPayment(order, { paidAt }));
    expect(await app.balance(link.walletId)).toBe(outcome === 'credited' ? '95800.00' : '0.00');
  });

  it('that its rail says will be made later is late when we hear of it late', async () => {
    const { link, order } = await agreed();
    app.clock.advance(61_000);
    await setRate('50', app.clock.now());
    await receive(aPayment(order, { paidAt: new Date(app.clock.now().getTime() + 86_400_000) }));
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'rate_moved' }]);
  });

  it.each([
    ['204', 'credited'],
    ['204.01', 'an exception'],
    ['196', 'credited'],
    ['195.99', 'an exception'],
  ])('at an order’s rate of 200 and a stored one of %s is %s', async (rate, outcome) => {
    const { link } = await late(rate);
    expect(await app.balance(link.walletId)).toBe(outcome === 'credited' ? '95800.00' : '0.00');
  });

  it('becomes a payment exception when the stored rate is missing or too old', async () => {
    const missing = await agreed();
    await receive(anExpiry(missing.order));
    await receive(aPayment(missing.order));
    await setRate('200');
    const { link, order } = await agreed();
    app.clock.advance(3_600_001);
    await receive(aPayment(order));
    for (const { id } of [missing.link, link]) {
      expect(await app.repositories.exceptionsOf(id)).toMatchObject([{ reason: 'rate_moved' }]);
    }
  });

  it('in time is credited at the order’s figures, however the rate has moved, without reading a rate', async () => {
    const { link, order } = await agreed();
    await setRate('50');
    const read = jest.spyOn(app.rates, 'getCurrentIn');
    await receive(aPayment(order));
    expect(await app.balance(link.walletId)).toBe('95800.00');
    expect(read).not.toHaveBeenCalled();
  });

  it('reads the rates once for all late payments of a batch', async () => {
    await setRate('200');
    const orders = [(await agreed()).order, (await agreed()).order, (await agreed()).order];
    const read = jest.spyOn(app.rates, 'getCurrentIn');
    app.clock.advance(61_000);
    await app.settle(await stored(...orders.map((order) => aPayment(order))));
    expect(read).toHaveBeenCalledTimes(1);
    expect(app.tables.payments).toHaveLength(3);
  });

  describe('of a card link, which has no deadline', () => {
    const DAY_MS = 86_400_000;
    /** Paid that long after it was opened, at twice the price of a BRL. */
    const paidAfter = async (ms: number, terms = convertedTerms()) => {
      const of = { method: CARD, expiresAt: null, createdAt: app.clock.now(), terms };
      const { link, order } = await opened(of, { kind: 'card_payment_link', currency: toCurrency('BRL') });
      app.clock.advance(ms);
      await setRate('400', app.clock.now());
      await receive(aPayment(order));
      return link;
    };

    it('does not credit twice its worth when the rate has doubled since: it becomes a payment exception', async () => {
      const link = await paidAfter(DAY_MS);
      expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'rate_moved', status: 'open' }]);
      expect(await app.balance(link.walletId)).toBe('0.00');
    });

    it('is credited at the order’s rate as long as that is locked (rule 6.5)', async () => {
      const link = await paidAfter(DAY_MS - 1);
      expect(await app.balance(link.walletId)).toBe('95800.00');
    });

    it('is credited whenever it comes when nothing is converted', async () => {
      const link = await paidAfter(400 * DAY_MS, theTerms());
      expect(await app.balance(link.walletId)).toBe('14265.00');
    });
  });

  it('without a conversion is credited, rates or not', async () => {
    const { link, order } = await opened();
    await receive(anExpiry(order));
    await receive(aPayment(order));
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });
});

describe('the open order of a link', () => {
  it('closes when another order pays the link, and its own payment becomes a payment exception', async () => {
    const { link, order: first } = await opened();
    const second = anOrder({ linkId: link.id });
    await app.uow.run((tx) => app.repositories.orders.open(tx, second));
    await receive(aPayment(first));
    expect(await app.repositories.orderStatus(second.id)).toBe('superseded');
    await receive(aPayment(second));
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'link_not_payable' }]);
  });
});

describe('a payment in an unknown currency or precision', () => {
  const ODD = { amount: '15000.001', currency: 'ARS' };

  it('becomes a payment exception with the text that was received, and posts nothing', async () => {
    const { link, order } = await opened();
    await receive(aPayment(order, { paid: ODD }));
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'unsupported_amount', amount: ODD }]);
    expect(await app.ledger.platformBalances()).toEqual([]);
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'active' });
  });

  it('for an unknown order becomes one too', async () => {
    const { order } = await opened();
    const reference = `sbx_${newId()}`;
    await expect(receive(aPayment(order, { reference, paid: ODD }))).rejects.toThrow(OrderNotFoundError);
    expect(app.tables.exceptions).toMatchObject([{ reason: 'unknown_order', amount: ODD }]);
  });
});

describe('the return of the money of an unknown order', () => {
  const anUnknownDebit = () => {
    const reference = `sbx_${newId()}`;
    const common = { provider: 'sandbox', reference, payer: null };
    const paid = { ...common, id: `${reference}:paid`, type: 'debit.settled' as const, paid: Money.of('50', 'USD') };
    const back = { ...common, id: `${reference}:back`, type: 'debit.returned' as const, paid: null };
    return { paid, back };
  };
  const rejected = (fact: PaymentFact) => expect(receive(fact)).rejects.toThrow(OrderNotFoundError);
  const booked = async () => [
    await app.platformBalance('unallocated_receipts', 'USD'),
    await app.platformBalance('rail_clearing', 'USD'),
  ];

  it('closes the payment exception and leaves the books, so that staff cannot credit it', async () => {
    const { paid, back } = anUnknownDebit();
    await rejected(paid);
    expect(await booked()).toEqual(['50.00', '-50.00']);
    await receive(back);
    await receive(back);
    expect(await booked()).toEqual(['0.00', '0.00']);
    const [{ id, status }] = app.tables.exceptions as [(typeof app.tables.exceptions)[number]];
    expect(status).toBe('returned');
    const crediting = app.exceptions.credit(id, { reason: 'x', walletId: newId() });
    await expect(crediting).rejects.toMatchObject({ code: 'PAYMENT_EXCEPTION_RESOLVED' });
  });

  it('that arrives first waits for the payment, although it is rejected like it', async () => {
    const { paid, back } = anUnknownDebit();
    await rejected(back);
    await rejected(back);
    await rejected(paid);
    expect(app.tables.exceptions).toMatchObject([{ status: 'returned' }]);
    expect(await booked()).toEqual(['0.00', '0.00']);
  });

  it('is taken back from the wallet that staff had credited, to the cent', async () => {
    await app.setRates();
    const { wallets } = await app.merchant();
    const { paid, back } = anUnknownDebit();
    await rejected(paid);
    const [{ id }] = app.tables.exceptions as [(typeof app.tables.exceptions)[number]];
    await app.exceptions.credit(id, { reason: 'Case 7', walletId: wallets.local! });
    expect(await app.balance(wallets.local)).not.toBe('0.00');
    await receive(back);
    expect(await app.balance(wallets.local)).toBe('0.00');
    expect(app.tables.exceptions).toMatchObject([{ status: 'returned' }]);
    expect((await app.ledger.platformBalances()).filter(({ balance }) => !balance.isZero())).toEqual([]);
  });

  it('takes back one payment each, and the third of two changes nothing', async () => {
    const { paid, back } = anUnknownDebit();
    await rejected(paid);
    await rejected({ ...paid, id: `${paid.id}:2` });
    for (const suffix of ['', ':2', ':3']) await receive({ ...back, id: `${back.id}${suffix}` });
    expect(app.tables.exceptions.map(({ status }) => status)).toEqual(['returned', 'returned']);
    expect(await booked()).toEqual(['0.00', '0.00']);
    expect(await counted()).toMatchObject({ [EXCEPTION_RETURNED]: 2, ignored: 1 });
  });

  it('whose order has appeared in the meantime closes it too', async () => {
    const { paid, back } = anUnknownDebit();
    await rejected(paid);
    const { order } = await app.debit();
    app.tables.changeOrder(order.id, { providerReference: paid.reference });
    await receive(back);
    expect(app.tables.exceptions).toMatchObject([{ status: 'returned' }]);
    expect(await booked()).toEqual(['0.00', '0.00']);
  });

  it('of an amount that is only known as text posts nothing', async () => {
    const { paid, back } = anUnknownDebit();
    await rejected({ ...paid, paid: { amount: '50', currency: 'XXX' } });
    await receive(back);
    expect(app.tables.exceptions).toMatchObject([{ status: 'returned' }]);
    expect(await app.ledger.platformBalances()).toEqual([]);
  });
});
