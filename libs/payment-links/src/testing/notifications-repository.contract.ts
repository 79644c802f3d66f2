import { Money, newId } from '@app/kernel';
import type { NotificationKey, PendingNotification, RailNotification, SettledNotification } from '../application/ports';
import { OrderNotFoundError } from '../domain/errors';
import type { LinkStatus } from '../domain/payment-link';
import type { SettlementOutcome } from '../domain/settlement-decision';
import { aLapse, anOrder, aPayment } from './factories';
import { givenOrder, type PaymentLinkRepositories } from './repositories';

/** What every adapter of the port must do. */
export function notificationsRepositoryContract(subject: () => PaymentLinkRepositories): void {
  const store = (notification: RailNotification, body = '{}') =>
    subject().uow.once((tx) => subject().notifications.store(tx, notification, body));
  const lockPending = (...keys: NotificationKey[]) =>
    subject().uow.run((tx) => subject().notifications.lockPending(tx, keys));
  const takeDue = (limit = 1_000) => subject().uow.once((tx) => subject().notifications.takeDue(tx, limit));
  const write = (...settled: SettledNotification[]) =>
    subject().uow.run((tx) => subject().notifications.writeOutcomes(tx, settled));
  const settledAs = (pending: PendingNotification, outcome: SettlementOutcome, linkStatus: LinkStatus) => ({
    pending,
    outcome,
    linkStatus,
  });

  /** A stored notification of a new order, as it waits to be settled. */
  async function aPending(make = aPayment): Promise<PendingNotification> {
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
      await expect(store({ ...notification, reference: newId() })).rejects.toThrow(OrderNotFoundError);
      await expect(store({ ...notification, provider: 'another' })).rejects.toThrow(OrderNotFoundError);
      await expect(lockPending(notification)).resolves.toEqual([]);
    });

    it('is done once, however many arrive at the same moment', async () => {
      const { order } = await givenOrder(subject());
      const notification = aPayment(order);
      const results = await Promise.all(Array.from({ length: 10 }, () => store(notification)));
      expect(results.filter((result) => result === 'stored')).toHaveLength(1);
    });
  });

  describe('what waits to be settled', () => {
    it('is the notification with its link and its order', async () => {
      const { link, order } = await givenOrder(subject());
      const notification = aPayment(order, { payer: { name: 'Ana', email: 'ana@example.com', document: null } });
      await store(notification);
      await expect(lockPending(notification)).resolves.toEqual([{ notification, link, order }]);
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
      await write(settledAs(settled, 'ignored', 'active'));
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
  });

  describe('an outcome', () => {
    it('of a payment completes the link with the method that was paid with, and pays the order', async () => {
      const pending = await aPending();
      await write(settledAs(pending, 'credited', 'completed'));
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
      await write(settledAs(pending!, 'credited', 'completed'));
      expect(await subject().link(link.id)).toMatchObject({ status: 'completed', paymentMethod: 'ars_qr' });
      expect((await subject().orders.view(link.id))?.order).toMatchObject({ id: order.id, status: 'paid' });
    });

    it('of a lapse expires the link, by now at the latest, and lapses the order', async () => {
      const pending = await aPending(aLapse);
      await write(settledAs(pending, 'lapsed', 'expired'));
      const link = await subject().link(pending.link.id);
      expect(link.status).toBe('expired');
      expect(link.expiresAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
      expect(await subject().orderStatus(pending.order.id)).toBe('lapsed');
    });

    it('that was ignored moves nothing, and is not looked at again', async () => {
      const pending = await aPending(aLapse);
      await write(settledAs(pending, 'ignored', 'active'));
      expect(await subject().link(pending.link.id)).toEqual(pending.link);
      expect(await subject().orderStatus(pending.order.id)).toBe('open');
      await expect(lockPending(pending.notification)).resolves.toEqual([]);
    });

    it.each(['amount_mismatch', 'currency_mismatch', 'link_not_payable', 'fee_exceeds_amount'] as const)(
      'of %s is put aside with what was paid, and moves nothing',
      async (reason) => {
        const paid = Money.of('12.34', 'BRL');
        const pending = await aPending((order) => aPayment(order, { paid }));
        await write(settledAs(pending, `exception:${reason}`, 'active'));
        await expect(subject().exceptionsOf(pending.link.id)).resolves.toEqual([
          {
            notificationId: pending.notification.id,
            linkId: pending.link.id,
            orderId: pending.order.id,
            reason,
            amount: paid,
          },
        ]);
        expect(await subject().link(pending.link.id)).toEqual(pending.link);
        await expect(lockPending(pending.notification)).resolves.toEqual([]);
      },
    );

    it('is written for many at once, each link moving for itself', async () => {
      const [paid, lapsed, aside] = [await aPending(), await aPending(aLapse), await aPending()];
      await write(
        settledAs(paid, 'credited', 'completed'),
        settledAs(lapsed, 'lapsed', 'expired'),
        settledAs(aside, 'exception:amount_mismatch', 'active'),
      );
      const links = await Promise.all([paid, lapsed, aside].map(({ link }) => subject().link(link.id)));
      expect(links.map(({ status }) => status)).toEqual(['completed', 'expired', 'active']);
    });

    it('of a lapse and of the late payment can be written together: the link ends completed', async () => {
      const { order } = await givenOrder(subject());
      const [lapse, payment] = [aLapse(order), aPayment(order)];
      await store(lapse);
      await store(payment);
      const [first, second] = await lockPending(lapse, payment);
      const expired = { ...second!, link: { ...second!.link, status: 'expired' as const } };
      await write(settledAs(first!, 'lapsed', 'expired'), settledAs(expired, 'credited', 'completed'));
      expect(await subject().link(order.linkId)).toMatchObject({ status: 'completed', currentUses: 1 });
      expect(await subject().orderStatus(order.id)).toBe('paid');
    });
  });

  describe('the next attempt', () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

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

    it('never comes for what has been settled', async () => {
      const pending = await aPending();
      await subject().makeDue(pending.notification, ago(1));
      await write(settledAs(pending, 'ignored', 'active'));
      await expect(takeDue()).resolves.toEqual([]);
    });
  });
}
