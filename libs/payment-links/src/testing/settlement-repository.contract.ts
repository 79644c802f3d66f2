import { Money, newId } from '@app/kernel';
import type { CheckoutOrder, OrderStatus } from '../checkout/domain/checkout-order';
import type { LinkStatus } from '../links/domain/payment-link';
import type { PendingFact, SettledPayment } from '../settlement/application/ports';
import { creditedPayment } from '../settlement/application/received-payment-records';
import { movesOf } from '../settlement/application/settlement-batch';
import type { PaymentException } from '../settlement/domain/payment-exception';
import type { PaymentFact } from '../settlement/domain/payment-fact';
import { EXCEPTION_RETURNED, type ReportedException } from '../settlement/domain/settlement-decision';
import { aDebitFact, anExpiry, anException, anOrder, aPayment } from './factories';
import { givenOrder, type PaymentLinkRepositories } from './repositories';

interface States {
  linkStatus?: LinkStatus;
  orderStatus?: OrderStatus;
  exception?: ReportedException | null;
}

/** What every adapter of the port must do. */
export function settlementRepositoryContract(subject: () => PaymentLinkRepositories): void {
  const recognize = (...orders: Pick<CheckoutOrder, 'provider' | 'providerReference'>[]) =>
    subject().settlement.recognize(orders.map(subjectOf));
  const lock = (...orders: Pick<CheckoutOrder, 'provider' | 'providerReference'>[]) =>
    subject().uow.run((tx) => subject().settlement.lock(tx, orders.map(subjectOf)));
  const read = async (...facts: PaymentFact[]): Promise<PendingFact[]> => {
    const found = await subject().uow.run((tx) => subject().settlement.read(tx, facts));
    return found.map((one) => ({ ...one, receivedAt: new Date(), requestId: null, rateMoved: false, rateLockMs: 0 }));
  };
  const write = (...settled: SettledPayment[]) =>
    subject().uow.run(async (tx) => {
      const { links, orders } = movesOf(settled);
      await subject().links.save(tx, links);
      await subject().orders.save(tx, orders);
      await subject().settlement.resolveExceptions(tx, settled);
      return subject().settlement.recordExceptions(tx, settled);
    });
  const recordUnknown = (exception: PaymentException) =>
    subject().uow.run((tx) => subject().settlement.recordUnknown(tx, exception));
  const resolve = async (id: string) => {
    const from = (await exception(id)) as PaymentException;
    const to = { ...from, status: 'refunded' as const, resolution: 'sent back' };
    await subject().uow.run((tx) => subject().exceptions.resolve(tx, { from, to }));
  };
  const byId = <T extends { id: string }>(of: readonly T[]) => [...of].sort((a, b) => (a.id < b.id ? -1 : 1));
  const exception = async (id: string) => (await subject().exceptions.find(id))?.exception;
  const statesOf = async ({ id, linkId }: CheckoutOrder) => [
    (await subject().link(linkId)).status,
    await subject().orderStatus(id),
  ];

  /** A decision that changes only the given statuses. */
  const settledAs = (
    pending: PendingFact,
    outcome: SettledPayment['outcome'],
    { linkStatus = pending.link.status, orderStatus = pending.order.status, exception: about = null }: States = {},
  ): SettledPayment => {
    const paid = linkStatus === 'completed' && { currentUses: 1, paymentMethod: pending.order.method };
    return {
      pending,
      outcome,
      exception: about,
      link: linkStatus === pending.link.status ? pending.link : { ...pending.link, status: linkStatus, ...paid },
      order: { ...pending.order, status: orderStatus },
    };
  };

  /** The same, as a later decision of the same batch sees it. */
  const after = (pending: PendingFact, linkStatus: LinkStatus, orderStatus: OrderStatus) => ({
    ...pending,
    link: {
      ...pending.link,
      status: linkStatus,
      paymentMethod: pending.order.method,
      currentUses: linkStatus === 'completed' ? 1 : 0,
    },
    order: { ...pending.order, status: orderStatus },
  });

  /** A fact of a new order, as it waits to be settled. */
  async function aPending(make: (order: CheckoutOrder) => PaymentFact = aPayment): Promise<PendingFact> {
    const { order } = await givenOrder(subject());
    const [pending] = await read(make(order));
    return pending!;
  }

  describe('recognizing', () => {
    it('distinguishes our orders from others, in the order in which they were given', async () => {
      const [{ order: one }, { order: two }] = [await givenOrder(subject()), await givenOrder(subject())];
      const unknown = { ...one, providerReference: newId() };
      await expect(recognize(two, unknown, one, two)).resolves.toEqual([true, false, true, true]);
    });

    it('treats the same reference of another provider as another order', async () => {
      const { order } = await givenOrder(subject());
      await expect(recognize({ ...order, provider: 'another' })).resolves.toEqual([false]);
    });
  });

  describe('locking', () => {
    it('returns every order of the links, whichever of them was named', async () => {
      const { link, order } = await givenOrder(subject());
      const later = anOrder({ linkId: link.id });
      await subject().uow.run((tx) => subject().orders.open(tx, later));
      await givenOrder(subject());
      const locked = await lock(order);
      expect(locked.map(({ reference }) => reference).sort()).toEqual(
        [order.providerReference, later.providerReference].sort(),
      );
      await expect(lock(order, later)).resolves.toHaveLength(2);
    });

    it('returns the orders in the sequence of their links', async () => {
      const made = [await givenOrder(subject()), await givenOrder(subject()), await givenOrder(subject())];
      const locked = await lock(...made.map(({ order }) => order).reverse());
      const sorted = [...made].sort((a, b) => (a.link.id < b.link.id ? -1 : 1));
      expect(locked).toEqual(sorted.map(({ order }) => subjectOf(order)));
    });

    it('returns nothing for an unknown order, or for none', async () => {
      const { order } = await givenOrder(subject());
      await expect(lock({ ...order, provider: 'another' })).resolves.toEqual([]);
      await expect(lock()).resolves.toEqual([]);
    });
  });

  describe('reading', () => {
    it('gives each fact its link and its order, in the order in which they were given', async () => {
      const [one, two] = [await givenOrder(subject()), await givenOrder(subject())];
      const [paid, expired, again] = [aPayment(two.order), anExpiry(one.order), aPayment(two.order)];
      await expect(read(paid, expired, again)).resolves.toMatchObject([
        { fact: paid, ...two, exceptions: [] },
        { fact: expired, ...one, exceptions: [] },
        { fact: again, ...two, exceptions: [] },
      ]);
    });

    it('gives the exceptions of the fact and of the order, whatever their status', async () => {
      const { link, order } = await givenOrder(subject());
      const fact = aPayment(order);
      const about = { linkId: link.id, orderId: order.id };
      const own = anException({ notificationId: fact.id });
      const sameReference = anException({ reference: order.providerReference });
      const [ofOrder, resolved, another] = [anException(about), anException(about), anException()];
      for (const each of [own, ofOrder, resolved, another, sameReference]) await subject().addException(each);
      await resolve(own.id);
      await resolve(resolved.id);
      const [pending] = await read(fact);
      const reported = ({ id, notificationId, amount, orderId }: PaymentException, status: string) => ({
        id,
        notificationId,
        amount,
        status,
        paymentReference: null,
        orderless: orderId === null,
        payment: null,
      });
      expect(byId(pending!.exceptions)).toEqual(
        byId([
          reported(own, 'refunded'),
          reported(ofOrder, 'open'),
          reported(resolved, 'refunded'),
          reported(sameReference, 'open'),
        ]),
      );
    });

    it('gives the payment that staff credited for an exception in addition to the link’s own payment', async () => {
      const { link, order } = await givenOrder(subject());
      const credited = anException({ linkId: link.id, orderId: order.id });
      await subject().addException(credited);
      const payment = { ...creditedPayment(link, order, new Date()), exceptionId: credited.id };
      await subject().uow.run((tx) => subject().payments.write(tx, [payment]));
      const [pending] = await read(aPayment(order));
      expect(pending!.exceptions).toMatchObject([{ id: credited.id, payment: 'credited' }]);
    });

    it('leaves out the exception of another provider with the same fact id', async () => {
      const { order } = await givenOrder(subject());
      const fact = aPayment(order);
      await subject().addException(anException({ notificationId: fact.id, provider: 'another' }));
      await expect(read(fact)).resolves.toMatchObject([{ exceptions: [] }]);
    });
  });

  describe('the exceptions of a reference without an order', () => {
    const locking = (...subjects: { provider: string; reference: string }[]) =>
      subject().uow.run((tx) => subject().settlement.lockExceptions(tx, subjects));
    const reading = (...subjects: { provider: string; reference: string }[]) =>
      subject().uow.run((tx) => subject().settlement.readExceptions(tx, subjects));

    it('are recognised, locked and read by provider and reference', async () => {
      const { link, order } = await givenOrder(subject());
      const [one, two] = [anException(), anException({ amount: { amount: '7.001', currency: 'ARS' } })];
      const known = anException({ linkId: link.id, orderId: order.id });
      const foreign = { ...one, provider: 'another' };
      for (const each of [one, two, known]) await subject().addException(each);
      const asked = [two, foreign, known, one];
      await expect(subject().settlement.recognizeExceptions(asked)).resolves.toEqual([true, false, false, true]);
      await locking(...asked);
      const found = (await reading(...asked)).map((each) => each.map(({ id }) => id));
      expect(found).toEqual([[two.id], [], [], [one.id]]);
      await expect(reading(two)).resolves.toMatchObject([[{ amount: two.amount, orderless: true, status: 'open' }]]);
    });
  });

  describe('the exception of an unknown order', () => {
    it('is recorded once, however many callers try at the same moment', async () => {
      const notificationId = newId();
      const recorded = await Promise.all(
        Array.from({ length: 5 }, () => recordUnknown(anException({ notificationId, amount: Money.of('7', 'ARS') }))),
      );
      expect(recorded.filter(Boolean)).toHaveLength(1);
    });

    it('is found as it was recorded', async () => {
      const unknown = anException();
      await recordUnknown(unknown);
      await expect(subject().exceptions.find(unknown.id)).resolves.toEqual({
        exception: unknown,
        link: null,
        order: null,
      });
    });

    it('keeps an amount that is only known as text', async () => {
      const unknown = anException({ amount: { amount: '15000.001', currency: 'ARS' } });
      await recordUnknown(unknown);
      await expect(exception(unknown.id)).resolves.toEqual(unknown);
    });

    it('is a separate one when another provider has the same fact id', async () => {
      const first = anException();
      await recordUnknown(first);
      const second = anException({ notificationId: first.notificationId, provider: 'another' });
      await expect(recordUnknown(second)).resolves.toBe(true);
    });

    it('is not recorded when the order is already known', async () => {
      const { order } = await givenOrder(subject());
      const unknown = anException({ provider: order.provider, reference: order.providerReference });
      await expect(recordUnknown(unknown)).resolves.toBe(false);
      await expect(exception(unknown.id)).resolves.toBeUndefined();
    });
  });

  describe('an outcome', () => {
    it('of a payment completes the link with the method that was paid with, and pays the order', async () => {
      const pending = await aPending();
      await write(settledAs(pending, 'credited', { linkStatus: 'completed', orderStatus: 'paid' }));
      expect(await subject().link(pending.link.id)).toMatchObject({
        status: 'completed',
        currentUses: 1,
        paymentMethod: 'ars_transfer',
        expiresAt: pending.link.expiresAt,
      });
      expect(await subject().orderStatus(pending.order.id)).toBe('paid');
    });

    it('of a payment for a replaced order is shown with the method of that order', async () => {
      const { link, order } = await givenOrder(subject(), { method: 'ars_qr' });
      const later = anOrder({ linkId: link.id, method: 'ars_transfer' });
      await subject().uow.run((tx) => subject().orders.open(tx, later));
      const [pending] = await read(aPayment(order));
      await write(settledAs(pending!, 'credited', { linkStatus: 'completed', orderStatus: 'paid' }));
      expect(await subject().link(link.id)).toMatchObject({ status: 'completed', paymentMethod: 'ars_qr' });
      expect((await subject().orders.find(link.id))?.order).toMatchObject({ id: order.id, status: 'paid' });
    });

    it('of an expiry expires the link, as of now at the latest, and its order', async () => {
      const pending = await aPending(anExpiry);
      await write(settledAs(pending, 'lapsed', { linkStatus: 'expired', orderStatus: 'lapsed' }));
      const link = await subject().link(pending.link.id);
      expect(link.status).toBe('expired');
      expect(link.expiresAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
      expect(await subject().orderStatus(pending.order.id)).toBe('lapsed');
    });

    it.each<[SettledPayment['outcome'], LinkStatus, OrderStatus]>([
      ['submitted', 'in_transit', 'confirmed'],
      ['refused', 'active', 'refused'],
    ])('%s takes the link to %s and the order to %s, and uses up neither', async (outcome, linkStatus, orderStatus) => {
      const pending = await aPending();
      await write(settledAs(pending, outcome, { linkStatus, orderStatus }));
      expect(await statesOf(pending.order)).toEqual([linkStatus, orderStatus]);
      expect(await subject().link(pending.link.id)).toMatchObject({
        currentUses: 0,
        paymentMethod: pending.link.paymentMethod,
        expiresAt: pending.link.expiresAt,
      });
    });

    it('of a declined order leaves the link active, without a deadline', async () => {
      const pending = await aPending();
      expect(pending.link.expiresAt).not.toBeNull();
      const settled = settledAs(pending, 'declined', { linkStatus: 'active', orderStatus: 'refused' });
      await write({ ...settled, link: { ...settled.link, expiresAt: null } });
      expect(await statesOf(pending.order)).toEqual(['active', 'refused']);
      expect(await subject().link(pending.link.id)).toMatchObject({ expiresAt: null, currentUses: 0 });
    });

    it('of a return takes the completed link to returned, which keeps its use and its method', async () => {
      const paid = await aPending();
      await write(settledAs(paid, 'credited', { linkStatus: 'completed', orderStatus: 'paid' }));
      const [pending] = await read(aDebitFact(paid.order, 'debit.returned'));
      await write(settledAs(pending!, 'returned', { linkStatus: 'returned', orderStatus: 'returned' }));
      expect(await statesOf(paid.order)).toEqual(['returned', 'returned']);
      expect(await subject().link(paid.link.id)).toMatchObject({ currentUses: 1, paymentMethod: 'ars_transfer' });
    });

    it('that was ignored moves nothing', async () => {
      const pending = await aPending(anExpiry);
      await write(settledAs(pending, 'ignored'));
      expect(await subject().link(pending.link.id)).toEqual(pending.link);
      expect(await subject().orderStatus(pending.order.id)).toBe('open');
    });

    it.each(['amount_mismatch', 'currency_mismatch', 'link_not_payable', 'fee_exceeds_amount'] as const)(
      'of %s is recorded as a payment exception with what was paid, and moves nothing',
      async (reason) => {
        const paid = Money.of('12.34', 'BRL');
        const pending = await aPending((order) => aPayment(order, { paid }));
        const { fact, link, order } = pending;
        const recorded = await write(settledAs(pending, `exception:${reason}`));
        const [stored, ...others] = await subject().exceptionsOf(link.id);
        expect(others).toEqual([]);
        expect(stored).toEqual({
          id: expect.any(String),
          provider: 'sandbox',
          notificationId: fact.id,
          reference: order.providerReference,
          paymentReference: null,
          linkId: link.id,
          orderId: order.id,
          reason,
          amount: paid,
          expected: order.terms.payerAmount,
          status: 'open',
          walletId: null,
          reversalReference: null,
          resolution: null,
          createdAt: expect.any(Date),
          resolvedAt: null,
        });
        expect(recorded).toMatchObject([
          { id: stored!.id, provider: 'sandbox', notificationId: fact.id, amount: paid, isNew: true },
        ]);
        expect(await subject().link(link.id)).toEqual(link);
      },
    );

    it('about an exception that was recorded before its order was known is the same exception, now with the order', async () => {
      const { link, order } = await givenOrder(subject());
      const fact = aPayment(order);
      const known = anException({ notificationId: fact.id });
      await subject().addException(known);
      const [pending] = await read(fact);
      const about = { exception: pending!.exceptions[0]! };
      await expect(write(settledAs(pending!, 'exception:link_not_payable', about))).resolves.toMatchObject([
        { id: known.id, amount: known.amount, isNew: false },
      ]);
      await expect(exception(known.id)).resolves.toMatchObject({
        status: 'open',
        reason: 'link_not_payable',
        linkId: link.id,
        orderId: order.id,
        amount: known.amount,
      });
      await expect(subject().exceptionsOf(link.id)).resolves.toHaveLength(1);
    });

    it.each`
      outcome               | status        | linkStatus     | orderStatus
      ${'credited'}         | ${'matched'}  | ${'completed'} | ${'paid'}
      ${EXCEPTION_RETURNED} | ${'returned'} | ${'active'}    | ${'open'}
    `('$outcome leaves its exception $status', async ({ outcome, status, ...states }) => {
      const known = anException();
      await subject().addException(known);
      const pending = await aPending();
      await write(settledAs(pending, outcome, { ...states, exception: { ...known, orderless: true, payment: null } }));
      const resolved = await exception(known.id);
      expect(resolved).toMatchObject({ status, resolution: expect.any(String), resolvedAt: expect.any(Date) });
    });

    it.each(['credited', EXCEPTION_RETURNED] as const)(
      'fails as a whole when it was %s and staff have resolved the exception in the meantime',
      async (outcome) => {
        const known = anException();
        await subject().addException(known);
        const pending = await aPending();
        await resolve(known.id);
        const about = { exception: { ...known, orderless: true, payment: null } };
        await expect(write(settledAs(pending, outcome, about))).rejects.toThrow('meanwhile');
        await expect(exception(known.id)).resolves.toMatchObject({ status: 'refunded', resolution: 'sent back' });
      },
    );

    it('is written for many at once, each link with its own transition', async () => {
      const [paid, expired, short] = [await aPending(), await aPending(anExpiry), await aPending()];
      await write(
        settledAs(paid, 'credited', { linkStatus: 'completed', orderStatus: 'paid' }),
        settledAs(expired, 'lapsed', { linkStatus: 'expired', orderStatus: 'lapsed' }),
        settledAs(short, 'exception:amount_mismatch'),
      );
      const states = await Promise.all([paid, expired, short].map(({ order }) => statesOf(order)));
      expect(states).toEqual([
        ['completed', 'paid'],
        ['expired', 'lapsed'],
        ['active', 'open'],
      ]);
    });

    it.each<[string, ...[SettledPayment['outcome'], LinkStatus, OrderStatus][]]>([
      ['a lapse and the late payment', ['lapsed', 'expired', 'lapsed'], ['credited', 'completed', 'paid']],
      ['a settled debit and its return', ['credited', 'completed', 'paid'], ['returned', 'returned', 'returned']],
      ['a submitted debit and its decline', ['submitted', 'in_transit', 'confirmed'], ['refused', 'active', 'refused']],
    ])(
      'of %s can be written together: link and order end in the state that the second leads to',
      async (_, first, second) => {
        const { order } = await givenOrder(subject());
        const pending = await read(aPayment(order), aPayment(order));
        await write(
          settledAs(pending[0]!, first[0], { linkStatus: first[1], orderStatus: first[2] }),
          settledAs(after(pending[1]!, first[1], first[2]), second[0], {
            linkStatus: second[1],
            orderStatus: second[2],
          }),
        );
        expect(await statesOf(order)).toEqual([second[1], second[2]]);
        const used = second[1] === 'active' ? 0 : 1;
        expect(await subject().link(order.linkId)).toMatchObject({ currentUses: used, paymentMethod: 'ars_transfer' });
      },
    );
  });
}

function subjectOf({ provider, providerReference: reference }: Pick<CheckoutOrder, 'provider' | 'providerReference'>) {
  return { provider, reference };
}
