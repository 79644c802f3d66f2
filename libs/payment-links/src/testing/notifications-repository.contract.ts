import { Money, newId } from '@app/kernel';
import type { CheckoutOrder, OrderStatus } from '../checkout/domain/checkout-order';
import type { PaymentException } from '../exceptions/domain/payment-exception';
import type { LinkStatus } from '../links/domain/payment-link';
import type {
  NotificationKey,
  PendingNotification,
  RailNotification,
  SettledNotification,
} from '../settlement/application/ports';
import { creditedPayment } from '../settlement/application/received-payment-records';
import { aDebitNotice, aDebitOrder, aLapse, anException, anOrder, aPayment } from './factories';
import { givenOrder, type PaymentLinkRepositories } from './repositories';

type States = Partial<Pick<SettledNotification, 'linkStatus' | 'orderStatus' | 'aside'>>;

/** What every adapter of the port must do. */
export function notificationsRepositoryContract(subject: () => PaymentLinkRepositories): void {
  const storeAll = (...notifications: RailNotification[]) =>
    subject().uow.once((tx) =>
      subject().notifications.store(
        tx,
        notifications.map((notification) => ({ notification, body: '{}' })),
      ),
    );
  const store = async (notification: RailNotification) => (await storeAll(notification))[0];
  const lockPending = (...keys: NotificationKey[]) =>
    subject().uow.run((tx) => subject().notifications.lockPending(tx, keys));
  const takeDue = (limit = 1_000) => subject().uow.once((tx) => subject().notifications.takeDue(tx, limit));
  const write = (...settled: SettledNotification[]) =>
    subject().uow.run((tx) => subject().notifications.writeOutcomes(tx, settled));
  const add = (exception: ReturnType<typeof anException>) =>
    subject().uow.run((tx) => subject().exceptions.add(tx, exception));
  const resolve = (id: string) =>
    subject().uow.run((tx) =>
      subject().exceptions.resolve(tx, id, { status: 'refunded', walletId: null, resolution: 'sent back' }),
    );
  const byId = <T extends { id: string }>(of: readonly T[]) => [...of].sort((a, b) => (a.id < b.id ? -1 : 1));
  const exception = async (id: string) => (await subject().exceptions.find(id))?.exception;
  const statesOf = async ({ id, linkId }: CheckoutOrder) => [
    (await subject().link(linkId)).status,
    await subject().orderStatus(id),
  ];

  /** A decision that moves nothing but what it is told to. */
  const settledAs = (
    pending: PendingNotification,
    outcome: SettledNotification['outcome'],
    { linkStatus = pending.link.status, orderStatus = pending.order.status, aside = null }: States = {},
  ): SettledNotification => ({ pending, outcome, linkStatus, orderStatus, aside });

  /** The same, as a later decision of the same batch sees it. */
  const after = (pending: PendingNotification, linkStatus: LinkStatus, orderStatus: OrderStatus) => ({
    ...pending,
    link: { ...pending.link, status: linkStatus },
    order: { ...pending.order, status: orderStatus },
  });

  /** A stored notification of a new order, as it waits to be settled. */
  async function aPending(make: (order: CheckoutOrder) => RailNotification = aPayment): Promise<PendingNotification> {
    const { order } = await givenOrder(subject());
    const notification = make(order);
    await store(notification);
    const [pending] = await lockPending(notification);
    return pending!;
  }

  describe('storing', () => {
    it('tells the first arrival from the second', async () => {
      const { order } = await givenOrder(subject());
      const notification = aPayment(order);
      expect([await store(notification), await store(notification)]).toEqual(['stored', 'repeated']);
    });

    it('keeps what came first when the same id comes with something else', async () => {
      const { order } = await givenOrder(subject());
      const notification = aPayment(order);
      await store(notification);
      await expect(store({ ...notification, paid: Money.of('1', 'ARS') })).resolves.toBe('repeated');
      await expect(lockPending(notification)).resolves.toMatchObject([{ notification: { paid: notification.paid } }]);
    });

    it('takes the same id of another provider for another notification', async () => {
      const [{ order }, { order: other }] = [
        await givenOrder(subject()),
        await givenOrder(subject(), { provider: 'another' }),
      ];
      const notification = aPayment(order);
      await store(notification);
      await expect(store(aPayment(other, { id: notification.id }))).resolves.toBe('stored');
    });

    it('refuses what is about no order of ours, and keeps nothing of it', async () => {
      const { order } = await givenOrder(subject());
      const notification = aPayment(order);
      await expect(store({ ...notification, reference: newId() })).resolves.toBe('unknown_order');
      await expect(store({ ...notification, provider: 'another' })).resolves.toBe('unknown_order');
      await expect(lockPending(notification)).resolves.toEqual([]);
      await expect(store(notification)).resolves.toBe('stored');
    });

    it('answers many in the order in which they were given, unknown and repeated ones among them', async () => {
      const [{ order: one }, { order: two }] = [await givenOrder(subject()), await givenOrder(subject())];
      const [known, unknown] = [aPayment(one), aPayment(one, { reference: newId() })];
      await store(known);
      const results = await storeAll(aPayment(two), unknown, known, aLapse(one));
      expect(results).toEqual(['stored', 'unknown_order', 'repeated', 'stored']);
    });

    it('keeps the first of two that have the same id and come together', async () => {
      const { order } = await givenOrder(subject());
      const notification = aPayment(order);
      const again = { ...notification, paid: Money.of('1', 'ARS') };
      await expect(storeAll(notification, again)).resolves.toEqual(['stored', 'repeated']);
      await expect(lockPending(notification)).resolves.toMatchObject([{ notification: { paid: notification.paid } }]);
    });

    it('is done with nothing for none', async () => {
      await expect(storeAll()).resolves.toEqual([]);
    });

    it('is done once, however many arrive at the same moment', async () => {
      const { order } = await givenOrder(subject());
      const notification = aPayment(order);
      const results = await Promise.all(Array.from({ length: 10 }, () => store(notification)));
      expect(results.filter((result) => result === 'stored')).toHaveLength(1);
    });

    it('is done once for batches that overlap in opposite orders at the same moment', async () => {
      const orders = await Promise.all(Array.from({ length: 5 }, () => givenOrder(subject())));
      const notifications = orders.map(({ order }) => aPayment(order));
      const results = await Promise.all(
        [0, 1, 2, 3].map((i) => storeAll(...(i % 2 ? notifications : [...notifications].reverse()))),
      );
      expect(results.flat().filter((result) => result === 'stored')).toHaveLength(5);
    });
  });

  describe('what waits to be settled', () => {
    it('is the notification with its link and its order', async () => {
      const { link, order } = await givenOrder(subject());
      const notification = aPayment(order, { payer: { name: 'Ana', email: 'ana@example.com', document: null } });
      await store(notification);
      await expect(lockPending(notification)).resolves.toEqual([{ notification, link, order, asides: [] }]);
    });

    it('has no amount when it is about a lapse', async () => {
      const { notification } = await aPending(aLapse);
      expect(notification).toMatchObject({ type: 'order.lapsed', paid: null, payer: null });
    });

    it('is nothing for an id that nobody stored, or for none', async () => {
      await expect(lockPending({ provider: 'sandbox', id: newId() })).resolves.toEqual([]);
      await expect(lockPending()).resolves.toEqual([]);
    });

    it('is not what has been settled', async () => {
      const [settled, waiting] = [await aPending(), await aPending()];
      await write(settledAs(settled, 'ignored'));
      const left = await lockPending(settled.notification, waiting.notification);
      expect(left.map(({ notification }) => notification.id)).toEqual([waiting.notification.id]);
    });

    it('comes in the order of the links, whatever the order of the ids', async () => {
      const pending = [await aPending(), await aPending(), await aPending(), await aPending()];
      const keys = pending.map(({ notification }) => notification);
      const links = (await lockPending(...keys.reverse())).map(({ link }) => link.id);
      expect(links).toEqual([...links].sort());
      expect(links).toHaveLength(4);
    });

    it('is all that is unsettled of the same link, other orders of it included', async () => {
      const { link, order } = await givenOrder(subject());
      const later = anOrder({ linkId: link.id });
      await subject().uow.run((tx) => subject().orders.open(tx, later));
      const [lapse, paid, ofLater] = [aLapse(order), aPayment(order), aPayment(later)];
      await storeAll(lapse, paid, ofLater);
      const ids = (await lockPending(paid)).map(({ notification }) => notification.id);
      expect(ids.sort()).toEqual([lapse.id, paid.id, ofLater.id].sort());
    });

    it('comes, within a link, in the order in which things happen at a rail', async () => {
      const { link } = await givenOrder(subject());
      const order = aDebitOrder({ linkId: link.id });
      await subject().uow.run((tx) => subject().orders.open(tx, order));
      const kinds = ['debit.returned', 'debit.settled', 'debit.refused', 'debit.submitted'] as const;
      for (const kind of kinds) await store(aDebitNotice(order, kind));
      await storeAll(aPayment(order), aLapse(order, { id: `lapsed:${order.id}` }));
      const pending = await lockPending({ provider: order.provider, id: `lapsed:${order.id}` });
      expect(pending.map(({ notification }) => notification.type)).toEqual([
        'order.lapsed',
        'debit.submitted',
        'payment.received',
        'debit.settled',
        'debit.refused',
        'debit.returned',
      ]);
    });

    it('comes with what was put aside under its own id and of its order, whatever became of it', async () => {
      const { link, order } = await givenOrder(subject());
      const notification = aPayment(order);
      const own = anException({ notificationId: notification.id });
      const about = { linkId: link.id, orderId: order.id };
      const [ofOrder, resolved, another] = [anException(about), anException(about), anException()];
      for (const each of [own, ofOrder, resolved, another]) await add(each);
      await resolve(own.id);
      await resolve(resolved.id);
      await store(notification);
      const [pending] = await lockPending(notification);
      const asideOf = ({ id, notificationId, amount }: PaymentException, status: string) => ({
        ...{ id, notificationId, amount, status, payment: null },
      });
      expect(byId(pending!.asides)).toEqual(
        byId([asideOf(own, 'refunded'), asideOf(ofOrder, 'open'), asideOf(resolved, 'refunded')]),
      );
    });

    it('tells of what staff has credited beyond the link’s own payment what became of that', async () => {
      const { link, order } = await givenOrder(subject());
      const credited = anException({ linkId: link.id, orderId: order.id });
      await add(credited);
      const payment = { ...creditedPayment(link, order, new Date()), exceptionId: credited.id };
      await subject().uow.run((tx) => subject().payments.write(tx, [payment]));
      const notification = aPayment(order);
      await store(notification);
      const [pending] = await lockPending(notification);
      expect(pending!.asides).toMatchObject([{ id: credited.id, payment: 'credited' }]);
    });

    it('comes without what another provider has under the same id', async () => {
      const { order } = await givenOrder(subject());
      const notification = aPayment(order);
      await add(anException({ notificationId: notification.id, provider: 'another' }));
      await store(notification);
      await expect(lockPending(notification)).resolves.toMatchObject([{ asides: [] }]);
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
      const notification = aPayment(order);
      await store(notification);
      const [pending] = await lockPending(notification);
      await write(settledAs(pending!, 'credited', { linkStatus: 'completed', orderStatus: 'paid' }));
      expect(await subject().link(link.id)).toMatchObject({ status: 'completed', paymentMethod: 'ars_qr' });
      expect((await subject().orders.view(link.id))?.order).toMatchObject({ id: order.id, status: 'paid' });
    });

    it('of a lapse expires the link, by now at the latest, and lapses the order', async () => {
      const pending = await aPending(aLapse);
      await write(settledAs(pending, 'lapsed', { linkStatus: 'expired', orderStatus: 'lapsed' }));
      const link = await subject().link(pending.link.id);
      expect(link.status).toBe('expired');
      expect(link.expiresAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
      expect(await subject().orderStatus(pending.order.id)).toBe('lapsed');
    });

    it.each<[SettledNotification['outcome'], LinkStatus, OrderStatus]>([
      ['submitted', 'in_transit', 'confirmed'],
      ['refused', 'active', 'refused'],
    ])('%s takes the link to %s and the order to %s, and uses neither up', async (outcome, linkStatus, orderStatus) => {
      const pending = await aPending();
      await write(settledAs(pending, outcome, { linkStatus, orderStatus }));
      expect(await statesOf(pending.order)).toEqual([linkStatus, orderStatus]);
      expect(await subject().link(pending.link.id)).toMatchObject({
        currentUses: 0,
        paymentMethod: pending.link.paymentMethod,
        expiresAt: pending.link.expiresAt,
      });
      await expect(lockPending(pending.notification)).resolves.toEqual([]);
    });

    it('of a return takes the completed link to returned, which keeps its use and its method', async () => {
      const paid = await aPending();
      await write(settledAs(paid, 'credited', { linkStatus: 'completed', orderStatus: 'paid' }));
      const notice = aDebitNotice(paid.order, 'debit.returned');
      await store(notice);
      const [pending] = await lockPending(notice);
      await write(settledAs(pending!, 'returned', { linkStatus: 'returned', orderStatus: 'returned' }));
      expect(await statesOf(paid.order)).toEqual(['returned', 'returned']);
      expect(await subject().link(paid.link.id)).toMatchObject({ currentUses: 1, paymentMethod: 'ars_transfer' });
    });

    it('that was ignored moves nothing, and is not looked at again', async () => {
      const pending = await aPending(aLapse);
      await write(settledAs(pending, 'ignored'));
      expect(await subject().link(pending.link.id)).toEqual(pending.link);
      expect(await subject().orderStatus(pending.order.id)).toBe('open');
      await expect(lockPending(pending.notification)).resolves.toEqual([]);
    });

    it.each(['amount_mismatch', 'currency_mismatch', 'link_not_payable', 'fee_exceeds_amount'] as const)(
      'of %s is put aside with what was paid, and moves nothing',
      async (reason) => {
        const paid = Money.of('12.34', 'BRL');
        const pending = await aPending((order) => aPayment(order, { paid }));
        const { notification, link, order } = pending;
        const putAside = await write(settledAs(pending, `exception:${reason}`));
        const [stored, ...others] = await subject().exceptionsOf(link.id);
        expect(others).toEqual([]);
        expect(stored).toEqual({
          ...{ id: expect.any(String), provider: 'sandbox', notificationId: notification.id },
          ...{ reference: order.providerReference, linkId: link.id, orderId: order.id, reason, amount: paid },
          ...{ status: 'open', walletId: null, resolution: null, createdAt: expect.any(Date), resolvedAt: null },
        });
        expect(putAside).toMatchObject([
          { id: stored!.id, provider: 'sandbox', notificationId: notification.id, amount: paid },
        ]);
        expect(await subject().link(link.id)).toEqual(link);
        await expect(lockPending(notification)).resolves.toEqual([]);
      },
    );

    it('about money that was put aside before its order was known is the same exception, now with the order', async () => {
      const { link, order } = await givenOrder(subject());
      const notification = aPayment(order);
      const known = anException({ notificationId: notification.id });
      await add(known);
      await store(notification);
      const [pending] = await lockPending(notification);
      const aside = pending!.asides[0]!;
      await expect(write(settledAs(pending!, 'exception:link_not_payable', { aside }))).resolves.toEqual([]);
      await expect(exception(known.id)).resolves.toMatchObject({
        ...{ status: 'open', reason: 'link_not_payable', linkId: link.id, orderId: order.id },
        amount: known.amount,
      });
      await expect(subject().exceptionsOf(link.id)).resolves.toHaveLength(1);
    });

    it.each`
      outcome             | status        | linkStatus     | orderStatus
      ${'credited'}       | ${'matched'}  | ${'completed'} | ${'paid'}
      ${'aside_returned'} | ${'refunded'} | ${'active'}    | ${'open'}
    `('$outcome leaves what it is about $status', async ({ outcome, status, ...states }) => {
      const known = anException();
      await add(known);
      const pending = await aPending();
      await write(settledAs(pending, outcome, { ...states, aside: known }));
      const resolved = await exception(known.id);
      expect(resolved).toMatchObject({ status, resolution: expect.any(String), resolvedAt: expect.any(Date) });
    });

    it.each(['credited', 'aside_returned'] as const)(
      'fails as a whole when it was %s and staff has resolved the exception meanwhile',
      async (outcome) => {
        const known = anException();
        await add(known);
        const pending = await aPending();
        await resolve(known.id);
        await expect(write(settledAs(pending, outcome, { aside: { ...known, payment: null } }))).rejects.toThrow(
          'meanwhile',
        );
        await expect(exception(known.id)).resolves.toMatchObject({ status: 'refunded', resolution: 'sent back' });
        await expect(lockPending(pending.notification)).resolves.toHaveLength(1);
      },
    );

    it('is written for many at once, each link moving for itself', async () => {
      const [paid, lapsed, aside] = [await aPending(), await aPending(aLapse), await aPending()];
      await write(
        settledAs(paid, 'credited', { linkStatus: 'completed', orderStatus: 'paid' }),
        settledAs(lapsed, 'lapsed', { linkStatus: 'expired', orderStatus: 'lapsed' }),
        settledAs(aside, 'exception:amount_mismatch'),
      );
      const states = await Promise.all([paid, lapsed, aside].map(({ order }) => statesOf(order)));
      expect(states).toEqual([
        ['completed', 'paid'],
        ['expired', 'lapsed'],
        ['active', 'open'],
      ]);
    });

    it.each<[string, ...[SettledNotification['outcome'], LinkStatus, OrderStatus][]]>([
      ['a lapse and the late payment', ['lapsed', 'expired', 'lapsed'], ['credited', 'completed', 'paid']],
      ['a settled debit and its return', ['credited', 'completed', 'paid'], ['returned', 'returned', 'returned']],
      ['a submitted debit and its refusal', ['submitted', 'in_transit', 'confirmed'], ['refused', 'active', 'refused']],
    ])('of %s can be written together: link and order end where the second takes them', async (_, first, second) => {
      const { order } = await givenOrder(subject());
      await storeAll(aPayment(order), aPayment(order));
      const pending = await lockPendingOf(order);
      await write(
        settledAs(pending[0]!, first[0], { linkStatus: first[1], orderStatus: first[2] }),
        settledAs(after(pending[1]!, first[1], first[2]), second[0], { linkStatus: second[1], orderStatus: second[2] }),
      );
      expect(await statesOf(order)).toEqual([second[1], second[2]]);
      const used = second[1] === 'active' ? 0 : 1;
      expect(await subject().link(order.linkId)).toMatchObject({ currentUses: used, paymentMethod: 'ars_transfer' });
    });

    /** Two payments of one order, whichever comes first. */
    async function lockPendingOf(order: CheckoutOrder): Promise<PendingNotification[]> {
      const probe = aLapse(order);
      await store(probe);
      const pending = await lockPending(probe);
      return pending.filter(({ notification }) => notification.id !== probe.id);
    }
  });

  describe('the backlog', () => {
    it('counts what is stored and unsettled, and the exceptions that are open', async () => {
      const before = await subject().notifications.backlog();
      const [one, two] = [await aPending(), await aPending()];
      await write(settledAs(one, 'ignored'), settledAs(two, 'exception:amount_mismatch'));
      const [aside] = await subject().exceptionsOf(two.link.id);
      await aPending();
      expect(await subject().notifications.backlog()).toMatchObject({
        pending: before.pending + 1,
        openExceptions: before.openExceptions + 1,
      });
      await resolve(aside!.id);
      expect(await subject().notifications.backlog()).toMatchObject({ openExceptions: before.openExceptions });
    });

    it('tells how old the oldest of them is', async () => {
      await aPending();
      const { oldestSeconds } = await subject().notifications.backlog();
      expect(oldestSeconds).toBeGreaterThanOrEqual(0);
      expect(oldestSeconds).toBeLessThan(600);
    });
  });

  describe('the next attempt', () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

    // What other tests have left behind may be due by now.
    beforeEach(() => takeDue());

    it('is not due at once: whoever stored the notification is settling it', async () => {
      const { notification } = await aPending();
      const due = await takeDue();
      expect(due.map(({ id }) => id)).not.toContain(notification.id);
    });

    it('is taken once it is due, and put off further', async () => {
      const { notification } = await aPending();
      await subject().makeDue(notification, ago(1));
      await expect(takeDue()).resolves.toEqual([{ provider: notification.provider, id: notification.id }]);
      await expect(takeDue()).resolves.toEqual([]);
    });

    it('takes no more than it was told to, those first that are due longest', async () => {
      const pending = [await aPending(), await aPending(), await aPending()];
      await Promise.all(pending.map(({ notification }, i) => subject().makeDue(notification, ago(30 - 10 * i))));
      const ids = pending.map(({ notification }) => notification.id);
      const taken = async () => (await takeDue(2)).map(({ id }) => id).sort();
      expect(await taken()).toEqual(ids.slice(0, 2).sort());
      expect(await taken()).toEqual(ids.slice(2));
    });

    it('is taken by one of many who ask at the same moment', async () => {
      const { notification } = await aPending();
      await subject().makeDue(notification, ago(1));
      const taken = (await Promise.all([takeDue(), takeDue(), takeDue()])).flat();
      expect(taken.map(({ id }) => id)).toEqual([notification.id]);
    });

    it('never comes for what has been settled', async () => {
      const pending = await aPending();
      await subject().makeDue(pending.notification, ago(1));
      await write(settledAs(pending, 'ignored'));
      await expect(takeDue()).resolves.toEqual([]);
    });
  });
}
