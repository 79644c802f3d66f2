import { newId } from '@app/kernel';
import type { CheckoutOrder } from '../domain/checkout-order';
import { OrderNotFoundError } from '../domain/errors';
import type { PaymentLink } from '../domain/payment-link';
import { aLapse, aPayment, givenOrder, inMemoryCollections, theTerms } from '../testing';
import type { NotificationSource, RailNotification } from './ports';

type Collections = ReturnType<typeof inMemoryCollections>;

let app: Collections;
beforeEach(() => {
  app = inMemoryCollections();
});

/** A rail whose notifications need no signature. */
const railSaying = (notification: RailNotification): NotificationSource => ({
  provider: notification.provider,
  readNotification: () => notification,
});

const receive = (notification: RailNotification) =>
  app.settlement.receive(railSaying(notification), {
    headers: {},
    body: Buffer.from(JSON.stringify({ id: notification.id })),
    now: app.clock.now(),
  });

/** An open order of a link of a merchant with an ARS wallet. */
async function opened(ofOrder: Partial<CheckoutOrder> = {}, ofLink: Partial<PaymentLink> = {}) {
  const { account, by, wallets } = await app.merchant();
  const owner = { accountId: account.id, userId: by.userId, walletId: wallets.local! };
  const expiresAt = new Date(app.clock.now().getTime() + 60_000);
  return givenOrder(app.repositories, { expiresAt, createdAt: app.clock.now(), ...ofOrder }, { ...owner, ...ofLink });
}

const counted = async () => {
  const text = await app.metrics.registry.metrics();
  const lines = text.matchAll(/^rail_notifications_total\{.*outcome="([^"]+)".*\} (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
};

const eventTypes = () => app.events.published.map(({ type }) => type);

describe('a payment', () => {
  it('completes the link and credits the wallet with what the fees leave', async () => {
    const { link, order } = await opened();
    await receive(aPayment(order));
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed', currentUses: 1 });
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });

  it('is recorded with every figure, payer and reference', async () => {
    const { link, order } = await opened({ payer: { name: 'Ana', email: null, document: null } });
    await receive(aPayment(order));
    expect(await app.repositories.receivedPayment(link.id)).toEqual({
      id: expect.any(String),
      accountId: link.accountId,
      linkId: link.id,
      orderId: order.id,
      kind: 'payment_link',
      walletId: link.walletId,
      method: 'ars_transfer',
      payer: order.payer,
      terms: order.terms,
      provider: 'sandbox',
      providerReference: order.providerReference,
      creditedAt: app.clock.now(),
    });
  });

  it('is told to the integrator as the link is afterwards', async () => {
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

  it('is confirmed to nobody when no address is known', async () => {
    const { order } = await opened();
    await receive(aPayment(order));
    expect(app.mail.sent).toEqual([]);
  });

  it('completes what the payer told with what the rail knows, and overwrites none of it', async () => {
    const { link, order } = await opened({ payer: { name: 'Ana', email: null, document: null } });
    const payer = { name: 'ANA M GARCIA', email: 'ana@bank.example', document: '20123456789' };
    await receive(aPayment(order, { payer }));
    expect((await app.repositories.receivedPayment(link.id))?.payer).toEqual({ ...payer, name: 'Ana' });
    expect(app.mail.sent).toMatchObject([{ to: 'ana@bank.example' }]);
  });

  it('that is notified again changes nothing, and is answered all the same', async () => {
    const { link, order } = await opened();
    const notification = aPayment(order);
    for (let i = 0; i < 3; i++) await receive(notification);
    expect(await app.balance(link.walletId)).toBe('14265.00');
    expect(eventTypes()).toEqual(['payment.completed']);
    expect(await counted()).toEqual({ credited: 1 });
  });

  it('that comes after the lapse is credited all the same', async () => {
    const { link, order } = await opened();
    await receive(aLapse(order));
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'expired' });
    await receive(aPayment(order));
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed' });
    expect(await app.balance(link.walletId)).toBe('14265.00');
    expect(eventTypes()).toEqual(['payment_link.expired', 'payment.completed']);
  });
});

describe('what cannot be credited', () => {
  it('is put aside, credited to nobody, told to no integrator, and said in the log', async () => {
    const { link, order } = await opened({ terms: theTerms() });
    const notification = aPayment(order, { paid: theTerms({ customerPaysFee: true }).payerAmount });
    await receive(notification);
    expect(await app.balance(link.walletId)).toBe('0.00');
    expect(await app.repositories.exceptionsOf(link.id)).toMatchObject([{ reason: 'amount_mismatch' }]);
    expect(app.events.published).toEqual([]);
    expect(app.log.lines).toEqual([
      {
        level: 'warn',
        fields: { outcome: 'exception:amount_mismatch', provider: 'sandbox', notification_id: notification.id },
        message: 'payment put aside',
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

describe('a notification about an order that nobody opened', () => {
  it('is refused, logged and counted', async () => {
    const { order } = await opened();
    const notification = aPayment(order, { reference: newId() });
    await expect(receive(notification)).rejects.toThrow(OrderNotFoundError);
    expect(app.log.lines).toMatchObject([
      { level: 'warn', fields: { reference: notification.reference, notification_id: notification.id } },
    ]);
    expect(await counted()).toEqual({ unknown_order: 1 });
  });
});

describe('a settlement that fails', () => {
  it('is no refusal once the notification is stored: the rail is answered, and it is settled later', async () => {
    const { link, order } = await opened();
    const notification = aPayment(order);
    jest.spyOn(app.ledger, 'post').mockRejectedValueOnce(new Error('connection lost'));
    await expect(receive(notification)).resolves.toBeUndefined();
    expect(app.log.lines).toMatchObject([
      { level: 'error', message: 'notification is stored and could not be settled yet' },
    ]);
    expect([await counted(), await app.balance(link.walletId)]).toEqual([{ failed: 1 }, '0.00']);

    app.clock.advance(10_000);
    await expect(app.settlement.settleDue(10)).resolves.toBe(1);
    expect(await app.balance(link.walletId)).toBe('14265.00');
    await expect(app.settlement.settleDue(10)).resolves.toBe(0);
  });

  it('is caught up when the rail notifies again', async () => {
    const { link, order } = await opened();
    jest.spyOn(app.ledger, 'post').mockRejectedValueOnce(new Error('connection lost'));
    const notification = aPayment(order);
    await receive(notification);
    await receive(notification);
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });

  it('holds up no other', async () => {
    const [bad, good] = [await opened(), await opened()];
    const notifications = [aPayment(bad.order), aPayment(good.order)];
    for (const notification of notifications) {
      await app.uow.once((tx) => app.repositories.notifications.store(tx, notification, '{}'));
    }
    app.clock.advance(10_000);
    jest.spyOn(app.ledger, 'post').mockRejectedValueOnce(new Error('this one cannot be posted'));
    await expect(app.settlement.settleDue(10)).resolves.toBe(2);
    expect(await app.balance(good.link.walletId)).toBe('14265.00');
    expect(app.log.lines).toMatchObject([{ level: 'error', fields: { notification_id: notifications[0]!.id } }]);
  });
});

describe('settling many at once', () => {
  async function stored(...notifications: RailNotification[]): Promise<RailNotification[]> {
    for (const notification of notifications) {
      await app.uow.once((tx) => app.repositories.notifications.store(tx, notification, '{}'));
    }
    return notifications;
  }

  it('settles each by itself, and answers what became of it', async () => {
    const [one, two, three] = [await opened(), await opened(), await opened()];
    const keys = await stored(aPayment(one.order), aLapse(two.order), aPayment(three.order));
    const settled = await app.settlement.settle(keys);
    expect(settled.map(({ outcome }) => outcome).sort()).toEqual(['credited', 'credited', 'lapsed']);
    expect(eventTypes().sort()).toEqual(['payment.completed', 'payment.completed', 'payment_link.expired']);
  });

  it('posts to the ledger once, however many there are', async () => {
    const post = jest.spyOn(app.ledger, 'post');
    await app.settlement.settle(await stored(aPayment((await opened()).order), aPayment((await opened()).order)));
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('credits one of two payments of one link, and puts the other aside', async () => {
    const { link, order } = await opened();
    const settled = await app.settlement.settle(await stored(aPayment(order), aPayment(order)));
    expect(settled.map(({ outcome }) => outcome)).toEqual(['credited', 'exception:link_not_payable']);
    expect(await app.balance(link.walletId)).toBe('14265.00');
  });

  it('lets a link lapse and be paid late', async () => {
    const { link, order } = await opened();
    const settled = await app.settlement.settle(await stored(aLapse(order), aPayment(order)));
    expect(settled.map(({ outcome }) => outcome)).toEqual(['lapsed', 'credited']);
    expect(await app.repositories.link(link.id)).toMatchObject({ status: 'completed' });
    expect(eventTypes().sort()).toEqual(['payment.completed', 'payment_link.expired']);
  });

  it('does nothing for what is settled or unknown', async () => {
    await expect(app.settlement.settle([{ provider: 'sandbox', id: newId() }])).resolves.toEqual([]);
    await expect(app.settlement.settle([])).resolves.toEqual([]);
  });
});
