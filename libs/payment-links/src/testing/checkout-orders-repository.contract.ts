import { Money, newId, RetryTransactionError } from '@app/kernel';
import type { CheckoutOrder, OrderStatus } from '../checkout/domain/checkout-order';
import type { Instruction } from '../checkout/domain/instruction';
import type { LinkStatus } from '../links/domain/payment-link';
import type { PaymentException } from '../settlement/domain/payment-exception';
import { aDebitOrder, anException, anOrder, convertedTerms } from './factories';
import { givenLink, givenOrder, type PaymentLinkRepositories } from './repositories';

const SECOND = 1_000;
const ago = (seconds: number) => new Date(Date.now() - seconds * SECOND);
const ahead = (seconds: number) => ago(-seconds);

const VERIFICATION: readonly Instruction[] = [
  { label: 'account_verification', value: 'https://bank.example/verify', kind: 'link' },
  { label: 'deposits_expected', value: '2030-01-04', kind: 'date' },
];
const DEBIT = { holder: 'Ana García', type: 'checking', lastDigits: '6789' } as const;

/** What every adapter of the port must do. No other test of its database may leave orders that are due. */
export function checkoutOrdersRepositoryContract(subject: () => PaymentLinkRepositories): void {
  const open = (order: CheckoutOrder) => subject().uow.run((tx) => subject().orders.open(tx, order));
  const expireDue = async (limit = 100) =>
    (await subject().uow.run((tx) => subject().orders.expireDue(tx, limit))).map(({ link }) => link);
  const view = (linkId: string) => subject().orders.find(linkId);

  const confirm = (order: CheckoutOrder, instructions: readonly Instruction[] = []) =>
    subject().uow.run((tx) => subject().orders.confirm(tx, order, { account: DEBIT, instructions }));
  const save = (from: CheckoutOrder, to: CheckoutOrder) =>
    subject().uow.run((tx) => subject().orders.save(tx, [{ from, to }]));

  /** A link with an open bank debit. */
  async function aDebit() {
    const link = await givenLink(subject());
    const order = aDebitOrder({ linkId: link.id });
    await open(order);
    return { link: await subject().link(link.id), order };
  }

  /** Puts an order into a state without changing the link. */
  const move = async (order: CheckoutOrder, status: OrderStatus) =>
    save({ ...order, status: (await subject().orderStatus(order.id)) as OrderStatus }, { ...order, status });

  afterEach(async () => {
    await expireDue();
  });

  describe('viewing', () => {
    it('returns nothing for a link that does not exist', async () => {
      await expect(view(newId())).resolves.toBeUndefined();
    });

    it('shows each of several that are asked for at the same moment', async () => {
      const [one, other] = [await givenOrder(subject()), await givenLink(subject())];
      const [first, none, again, second] = await Promise.all([one.link.id, newId(), one.link.id, other.id].map(view));
      expect([first?.order, again?.order, none]).toEqual([one.order, one.order, undefined]);
      expect(second).toEqual({ link: other, order: null, arrived: [] });
    });

    it('shows a link without an order', async () => {
      const link = await givenLink(subject());
      await expect(view(link.id)).resolves.toEqual({ link, order: null, arrived: [] });
    });

    it('shows the order that is open, with everything that it promised', async () => {
      const { link, order } = await givenOrder(subject(), {
        method: 'brl_pix',
        language: 'pt',
        payer: { name: 'Ana "Nanã" 🙂', email: 'ana@example.com', document: '123' },
        terms: convertedTerms(),
        instructions: [
          { label: 'qr_code', value: '00020126', kind: 'qr' },
          { label: 'bank', value: 'https://bank.example.com', kind: 'link' },
        ],
      });
      expect((await view(link.id))?.order).toEqual(order);
    });

    it('shows the money that arrived and did not fit, oldest first, and not what was credited as the link’s own', async () => {
      const { link, order } = await givenOrder(subject());
      const about = { linkId: link.id, orderId: order.id, reference: order.providerReference };
      const [first, second] = [ago(20), ago(10)];
      const text = { amount: '7.1234', currency: 'XXX' };
      const add = (changes: Partial<PaymentException>) =>
        subject().addException(anException({ ...about, reason: 'amount_mismatch', ...changes }));
      await add({ amount: text, createdAt: second });
      await add({ amount: Money.of('10000', 'ARS'), createdAt: first, status: 'refunded', resolution: 'Sent back' });
      await add({ status: 'credited', resolution: 'As the link’s own' });
      await add({ status: 'matched', resolution: 'The order turned up' });
      await subject().addException(anException());
      expect((await view(link.id))?.arrived).toEqual([
        { amount: Money.of('10000', 'ARS'), status: 'refunded', at: first },
        { amount: text, status: 'open', at: second },
      ]);
    });

    it('shows the open one of several orders, even when the clocks of two processes disagree', async () => {
      const { link } = await givenOrder(subject(), { createdAt: ahead(60) });
      const later = anOrder({ linkId: link.id, createdAt: ago(60) });
      await open(later);
      expect((await view(link.id))?.order?.id).toBe(later.id);
    });

    it('shows the order that was last opened when none is open', async () => {
      const { link } = await givenOrder(subject(), { createdAt: ago(60) });
      const later = anOrder({ linkId: link.id, expiresAt: ago(1) });
      await open(later);
      await expireDue();
      expect((await view(link.id))?.order).toMatchObject({ id: later.id, status: 'lapsed' });
    });

    it.each<OrderStatus>(['confirmed', 'paid', 'returned'])(
      'shows the order that is %s, though another one was opened later',
      async (status) => {
        const { link, order } = await givenOrder(subject(), { createdAt: ago(60) });
        await open(anOrder({ linkId: link.id }));
        await move(order, status);
        expect((await view(link.id))?.order).toMatchObject({ id: order.id, status });
      },
    );

    it('shows the open order of a link whose debit was declined before', async () => {
      const { link, order } = await aDebit();
      await move(order, 'refused');
      expect((await view(link.id))?.order).toMatchObject({ id: order.id, status: 'refused' });
      const again = aDebitOrder({ linkId: link.id, createdAt: ago(60) });
      await open(again);
      expect((await view(link.id))?.order).toMatchObject({ id: again.id, status: 'open' });
    });
  });

  describe('opening', () => {
    it('writes deadline and method to the link, and returns the updated link', async () => {
      const link = await givenLink(subject());
      const expiresAt = ahead(1_800);
      const written = await open(anOrder({ linkId: link.id, method: 'ars_qr', expiresAt }));
      expect(written).toEqual({ ...link, expiresAt, paymentMethod: 'ars_qr', updatedAt: expect.any(Date) });
      expect(await subject().link(link.id)).toEqual(written);
    });

    it('gives the link no deadline when the method has none', async () => {
      const { link } = await givenOrder(subject());
      await open(anOrder({ linkId: link.id, expiresAt: null }));
      expect((await subject().link(link.id)).expiresAt).toBeNull();
    });

    it('replaces the order that was open, deadline and method included', async () => {
      const { link, order } = await givenOrder(subject(), { method: 'ars_qr', expiresAt: ahead(60) });
      const later = anOrder({ linkId: link.id, method: 'ars_transfer', expiresAt: ahead(3_600) });
      await open(later);
      expect(await subject().orderStatus(order.id)).toBe('superseded');
      expect(await subject().orderStatus(later.id)).toBe('open');
      expect(await subject().link(link.id)).toMatchObject({
        expiresAt: later.expiresAt,
        paymentMethod: 'ars_transfer',
      });
    });

    it('replaces no order of another link', async () => {
      const other = await givenOrder(subject());
      await givenOrder(subject());
      expect(await subject().orderStatus(other.order.id)).toBe('open');
    });

    it.each`
      status          | currentUses
      ${'processing'} | ${0}
      ${'in_transit'} | ${0}
      ${'completed'}  | ${1}
      ${'cancelled'}  | ${0}
      ${'expired'}    | ${0}
      ${'returned'}   | ${1}
    `('writes nothing on a link that is $status', async ({ status, currentUses }) => {
      const { link, order } = await givenOrder(subject());
      await subject().forceLink(link.id, { status, currentUses });
      const before = await subject().link(link.id);
      await expect(open(anOrder({ linkId: link.id, method: 'ars_qr' }))).resolves.toBeUndefined();
      expect(await subject().link(link.id)).toEqual(before);
      expect(await subject().orderStatus(order.id)).toBe('open');
    });
  });

  describe('opening several', () => {
    const openFree = async (...orders: CheckoutOrder[]) => [
      ...(await subject().uow.once((tx) => subject().orders.openFree(tx, orders))),
    ];

    it('gives each link its own order, deadline and method, and replaces the order that was open', async () => {
      const [one, other] = [await givenOrder(subject()), await givenLink(subject())];
      const later = anOrder({ linkId: one.link.id, method: 'ars_qr', expiresAt: ahead(60), language: 'pt' });
      const first = anOrder({ linkId: other.id, method: 'ars_transfer', expiresAt: null, terms: convertedTerms() });
      expect((await openFree(later, first)).sort()).toEqual([later.id, first.id].sort());
      expect([(await view(one.link.id))?.order, (await view(other.id))?.order]).toEqual([later, first]);
      expect(await subject().orderStatus(one.order.id)).toBe('superseded');
      expect([await subject().link(one.link.id), await subject().link(other.id)]).toMatchObject([
        { paymentMethod: 'ars_qr', expiresAt: later.expiresAt },
        { paymentMethod: 'ars_transfer', expiresAt: null },
      ]);
    });

    it('opens one of those for the same link', async () => {
      const link = await givenLink(subject());
      const orders = [anOrder({ linkId: link.id }), anOrder({ linkId: link.id })];
      const opened = await openFree(...orders);
      expect(opened).toEqual([(await view(link.id))?.order?.id]);
      const left = orders.find(({ id }) => id !== opened[0]);
      await expect(subject().orderStatus(left?.id ?? '')).rejects.toThrow(TypeError);
    });

    it('writes nothing on a link that is not active', async () => {
      const [{ link, order }, active] = [await givenOrder(subject()), await givenLink(subject())];
      await subject().forceLink(link.id, { status: 'cancelled', currentUses: 0 });
      const before = await subject().link(link.id);
      const wanted = anOrder({ linkId: active.id });
      expect(await openFree(anOrder({ linkId: link.id, method: 'ars_qr' }), wanted)).toEqual([wanted.id]);
      expect(await subject().link(link.id)).toEqual(before);
      expect(await subject().orderStatus(order.id)).toBe('open');
    });
  });

  describe('confirming a debit', () => {
    it('confirms the open order, stores what may be shown of the account, and returns the updated link', async () => {
      const { link, order } = await aDebit();
      const processing = await confirm(order);
      expect(processing).toEqual({ ...link, status: 'processing', updatedAt: expect.any(Date) });
      expect(await subject().link(link.id)).toEqual(processing);
      expect((await view(link.id))?.order).toEqual({ ...order, status: 'confirmed', debit: DEBIT });
    });

    it('stores what the payer still has to do, in place of the earlier instructions', async () => {
      const { link, order } = await aDebit();
      await confirm(order, VERIFICATION);
      expect((await view(link.id))?.order).toMatchObject({ status: 'confirmed', instructions: VERIFICATION });
    });

    it('stores no instructions once the rail has submitted the debit', async () => {
      const { link, order } = await aDebit();
      await move(order, 'confirmed');
      await subject().forceLink(link.id, { status: 'in_transit', currentUses: 0 });
      await expect(confirm(order, VERIFICATION)).resolves.toMatchObject({ status: 'in_transit' });
      expect((await view(link.id))?.order).toMatchObject({ debit: DEBIT, instructions: order.instructions });
    });

    it('is done once', async () => {
      const { link, order } = await aDebit();
      await confirm(order);
      const before = await subject().link(link.id);
      await expect(confirm(order)).resolves.toBeUndefined();
      expect(await subject().link(link.id)).toEqual(before);
    });

    it('is done once, however many clicks there are at the same moment', async () => {
      const { order } = await aDebit();
      const confirmed = await Promise.all(Array.from({ length: 5 }, () => confirm(order)));
      expect(confirmed.filter(Boolean)).toHaveLength(1);
    });

    it('writes nothing for an order that the payer has replaced', async () => {
      const { link, order } = await aDebit();
      await open(aDebitOrder({ linkId: link.id }));
      await expect(confirm(order)).resolves.toBeUndefined();
      expect(await subject().link(link.id)).toMatchObject({ status: 'active' });
      expect(await subject().orderStatus(order.id)).toBe('superseded');
    });

    it.each<LinkStatus>(['processing', 'in_transit', 'completed', 'cancelled', 'expired', 'returned'])(
      'writes nothing on a link that is %s',
      async (status) => {
        const { link, order } = await aDebit();
        await subject().forceLink(link.id, { status, currentUses: ['completed', 'returned'].includes(status) ? 1 : 0 });
        const before = await subject().link(link.id);
        await expect(confirm(order)).resolves.toBeUndefined();
        expect(await subject().link(link.id)).toEqual(before);
        expect(await subject().orderStatus(order.id)).toBe('open');
      },
    );
  });

  describe('saving', () => {
    it('writes the status, and the terms only where they have changed', async () => {
      const { link, order } = await givenOrder(subject(), { method: 'ars_qr' });
      await save(order, { ...order, status: 'paid', terms: convertedTerms() });
      const changed = { ...order, terms: convertedTerms(), agreedTerms: order.terms };
      expect((await view(link.id))?.order).toEqual({ ...changed, status: 'paid' });
      const paid = { ...order, status: 'paid' as const };
      await save(paid, { ...paid, status: 'returned' });
      expect((await view(link.id))?.order).toEqual({ ...changed, status: 'returned' });
    });

    it('writes many, each with its own values', async () => {
      const [one, two] = [(await givenOrder(subject())).order, (await givenOrder(subject())).order];
      const moves = [
        { from: one, to: { ...one, status: 'paid' as const } },
        { from: two, to: { ...two, status: 'refused' as const, terms: convertedTerms() } },
      ];
      await subject().uow.run((tx) => subject().orders.save(tx, moves));
      expect([await subject().orderStatus(one.id), await subject().orderStatus(two.id)]).toEqual(['paid', 'refused']);
      expect((await view(two.linkId))?.order).toMatchObject({ terms: convertedTerms() });
    });

    it('asks for another attempt when the order no longer has the status that it was read with', async () => {
      const { order } = await givenOrder(subject());
      const paid = { ...order, status: 'paid' as const };
      await subject().uow.run(async (tx) => {
        const late = subject().orders.save(tx, [{ from: { ...order, status: 'lapsed' }, to: paid }]);
        await expect(late).rejects.toThrow(RetryTransactionError);
      });
      expect(await subject().orderStatus(order.id)).toBe('open');
    });

    it('does nothing for an empty list', async () => {
      await expect(subject().uow.run((tx) => subject().orders.save(tx, []))).resolves.toBeUndefined();
    });
  });

  describe('an order that a link is created with', () => {
    it('is the order that is shown, and does not change the link', async () => {
      const link = await givenLink(subject(), { kind: 'card_payment_link' });
      const order = anOrder({ linkId: link.id, method: 'card', expiresAt: null });
      await subject().uow.run((tx) => subject().orders.insert(tx, order));
      await expect(view(link.id)).resolves.toMatchObject({ link, order });
    });
  });

  describe('closing', () => {
    const close = (...ids: string[]) => subject().uow.run((tx) => subject().orders.close(tx, ids));

    it('closes the open order of each link, and no other', async () => {
      const [one, other] = [await givenOrder(subject()), await givenOrder(subject())];
      const { link, order } = await aDebit();
      await confirm(order);
      await close(one.link.id, link.id);
      const statuses = [one.order, order, other.order].map(({ id }) => subject().orderStatus(id));
      expect(await Promise.all(statuses)).toEqual(['superseded', 'confirmed', 'open']);
    });
  });

  describe('the openings of a link', () => {
    const limits = { inAll: 4, recent: 2, since: ago(3_600) };
    const count = (linkId: string, at = new Date()) =>
      subject().uow.once((tx) => subject().orders.countOpening(tx, linkId, at, limits));

    it('are limited within the period and in all, apart from other links (rule 4.3)', async () => {
      const [{ id }, other] = [await givenLink(subject()), await givenLink(subject())];
      const old = ago(7_200);
      const counted = [await count(id, old), await count(id, old)];
      counted.push(await count(id, old), await count(id), await count(id));
      expect(counted).toEqual([true, true, true, true, false]);
      await expect(count(other.id)).resolves.toBe(true);
    });

    it('are limited within the period although few were opened in all', async () => {
      const { id } = await givenLink(subject());
      expect([await count(id), await count(id), await count(id)]).toEqual([true, true, false]);
    });

    it('of several links are counted together, once for each link that has not reached the limit', async () => {
      const [full, one, other] = [
        await givenLink(subject()),
        await givenLink(subject()),
        await givenLink(subject()),
      ].map(({ id }) => id) as [string, string, string];
      await count(full);
      await count(full);
      const together = (...ids: string[]) =>
        subject().uow.once((tx) => subject().orders.countOpenings(tx, ids, new Date(), limits));
      expect(await together(full, one, one, other)).toEqual(new Set([one, other]));
      expect(await together(one)).toEqual(new Set([one]));
      expect(await together(one, other)).toEqual(new Set([other]));
    });

    it('are never more than the limit, however many payers choose at the same moment', async () => {
      const { id } = await givenLink(subject());
      const counted = await Promise.all(Array.from({ length: 20 }, () => count(id)));
      expect(counted.filter(Boolean)).toHaveLength(2);
    });
  });

  describe('the expiry of orders', () => {
    it('expires the link of an order whose time has run out, and returns the updated link', async () => {
      const { link, order } = await givenOrder(subject(), { expiresAt: ago(1) });
      const [expired, ...others] = await expireDue();
      expect(others).toEqual([]);
      expect(expired).toEqual({ ...link, status: 'expired', updatedAt: expect.any(Date) });
      expect(await subject().link(link.id)).toEqual(expired);
      expect(await subject().orderStatus(order.id)).toBe('lapsed');
    });

    it('does it once', async () => {
      await givenOrder(subject(), { expiresAt: ago(1) });
      await expireDue();
      await expect(expireDue()).resolves.toEqual([]);
    });

    it('does not change an order with time left, or without a deadline', async () => {
      const [later, never] = [
        await givenOrder(subject(), { expiresAt: ahead(60) }),
        await givenOrder(subject(), { expiresAt: null }),
      ];
      await expect(expireDue()).resolves.toEqual([]);
      expect([await subject().link(later.link.id), await subject().link(never.link.id)]).toMatchObject([
        { status: 'active' },
        { status: 'active' },
      ]);
    });

    it('does not expire a link whose payer chose again in time', async () => {
      const { link } = await givenOrder(subject(), { expiresAt: ago(1) });
      await open(anOrder({ linkId: link.id, expiresAt: ahead(60) }));
      await expect(expireDue()).resolves.toEqual([]);
      expect(await subject().link(link.id)).toMatchObject({ status: 'active' });
    });

    it.each(['cancelled', 'completed', 'processing'] as const)('does not change a link that is %s', async (status) => {
      const { link } = await givenOrder(subject(), { expiresAt: ago(1) });
      await subject().forceLink(link.id, { status, currentUses: status === 'completed' ? 1 : 0 });
      await expect(expireDue()).resolves.toEqual([]);
      expect(await subject().link(link.id)).toMatchObject({ status });
    });

    it('closes an order that was left open with a closed link, so that it is not due again', async () => {
      const { link, order } = await givenOrder(subject(), { expiresAt: ago(1) });
      await subject().forceLink(link.id, { status: 'cancelled', currentUses: 0 });
      await expireDue();
      expect(await subject().orderStatus(order.id)).toBe('superseded');
    });

    it('takes no more than the limit, the longest due first', async () => {
      const due = [
        await givenOrder(subject(), { expiresAt: ago(10) }),
        await givenOrder(subject(), { expiresAt: ago(30) }),
        await givenOrder(subject(), { expiresAt: ago(20) }),
      ];
      const [newest, oldest, middle] = due.map(({ link }) => link.id);
      const idsOf = (links: { id: string }[]) => links.map(({ id }) => id).sort();
      expect(idsOf(await expireDue(2))).toEqual([oldest, middle].sort());
      expect(idsOf(await expireDue(2))).toEqual([newest]);
    });
  });
}
