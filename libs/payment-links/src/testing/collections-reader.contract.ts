import { Money, newId, toCurrency, type Page } from '@app/kernel';
import type {
  CollectionsReader,
  LinkFilter,
  LinkQuery,
  LinksReader,
  ExceptionsQuery,
  PaymentFilter,
  PaymentQuery,
} from '../settlement/application/collections-reader';
import type { PaymentLink } from '../links/domain/payment-link';
import { ReceivedPaymentNotFoundError } from '../settlement/domain/errors';
import type { PaymentException } from '../settlement/domain/payment-exception';
import type { ReceivedPayment } from '../settlement/domain/received-payment';
import { aLink, anException, anOrder, aReceivedPayment, convertedTerms, type LinkOwner } from './factories';
import type { PaymentLinkRepositories } from './repositories';

const MINUTE = 60_000;
const NOON = new Date('2030-01-01T12:00:00.000Z').getTime();
const minutes = (count: number) => new Date(NOON + count * MINUTE);

/** What every adapter of the port must do. */
export function collectionsReaderContract(
  repositories: () => PaymentLinkRepositories,
  subject: () => CollectionsReader & LinksReader,
): void {
  let owner: LinkOwner;
  beforeEach(async () => {
    owner = await repositories().anOwner();
  });

  const givenLink = async (changes: Partial<PaymentLink> = {}): Promise<PaymentLink> => {
    const link = aLink({ ...owner, ...changes, updatedAt: changes.createdAt ?? minutes(0) });
    await repositories().uow.run((tx) => repositories().links.insert(tx, [link]));
    return link;
  };

  const givenPayment = async (changes: Partial<ReceivedPayment> = {}, of: Partial<PaymentLink> = owner) => {
    const link = await givenLink({ ...of, ...(changes.kind && { kind: changes.kind }) });
    const order = anOrder({ linkId: link.id });
    const payment = aReceivedPayment(link, order, {
      createdAt: minutes(0),
      creditedAt: changes.status === 'in_process' ? null : minutes(1),
      ...changes,
    });
    await repositories().uow.run(async (tx) => {
      await repositories().orders.insert(tx, order);
      await repositories().payments.write(tx, [payment]);
    });
    return { ...payment, description: link.description, reference: link.reference };
  };

  const givenException = async (changes: Partial<PaymentException> = {}) => {
    const link = await givenLink();
    const order = anOrder({ linkId: link.id });
    const about = { linkId: link.id, orderId: order.id, reference: order.providerReference };
    const expected = order.terms.payerAmount;
    const exception = anException({ createdAt: minutes(0), expected, ...about, ...changes });
    await repositories().uow.run((tx) => repositories().orders.insert(tx, order));
    await repositories().addException(exception);
    return exception;
  };

  const links = (query: Partial<LinkQuery> = {}, accountId = owner.accountId) =>
    subject().listLinks(accountId, { kind: 'payment_link', limit: 50, ...query });
  const payments = (query: Partial<PaymentQuery> = {}, accountId = owner.accountId) =>
    subject().listPayments(accountId, { limit: 50, ...query });
  const exceptions = (part: Partial<ExceptionsQuery> = {}, accountId = owner.accountId) =>
    subject().listExceptions(accountId, { limit: 50, ...part });
  const idsOf = async (page: Promise<Page<{ id: string }>>) => (await page).items.map(({ id }) => id);

  describe.each([
    { list: 'links', make: givenLink, read: links },
    { list: 'payments', make: givenPayment, read: payments },
  ])('all $list', ({ list, make, read }) => {
    it('can be streamed in the order of its pages, for the same period', async () => {
      for (let minute = 0; minute < 4; minute++) await make({ createdAt: minutes(minute) });
      await make({ createdAt: minutes(1) });
      const every = async (period: { from?: Date; to?: Date }) => {
        const { accountId } = owner;
        const all: AsyncIterable<PaymentLink | ReceivedPayment> =
          list === 'links'
            ? subject().streamLinks(accountId, { kind: 'payment_link', ...period })
            : subject().streamPayments(accountId, period);
        const seen: unknown[] = [];
        for await (const each of all) seen.push(each);
        return seen;
      };

      expect(await every({})).toEqual((await read()).items);
      expect(await every({ from: minutes(1), to: minutes(3) })).toEqual((await read()).items.slice(1, 4));
      expect(await every({ from: minutes(9) })).toEqual([]);
    });
  });

  describe.each([
    { list: 'links', make: givenLink, read: links },
    { list: 'payments', make: givenPayment, read: payments },
    { list: 'exceptions', make: givenException, read: exceptions },
  ])('the list of $list', ({ make, read }) => {
    it('is empty for an account without any, and has no further page', async () => {
      expect(await read()).toEqual({ items: [], nextCursor: null });
    });

    it('has what was written, as it was written', async () => {
      const one = await make();
      expect(await read()).toEqual({ items: [one], nextCursor: null });
    });

    it('is newest first, and within one moment by descending id', async () => {
      const [low, high] = [newId(), newId()].sort() as [string, string];
      const oldest = await make({ createdAt: minutes(1) });
      const [first, second] = [
        await make({ id: high, createdAt: minutes(2) }),
        await make({ id: low, createdAt: minutes(2) }),
      ];
      const newest = await make({ createdAt: minutes(3) });
      expect(await idsOf(read())).toEqual([newest.id, first.id, second.id, oldest.id]);
    });

    it('is read page by page without a gap or a repeat, also within one moment', async () => {
      const ids = (await Promise.all([1, 1, 1, 2, 2, 3, 4].map((at) => make({ createdAt: minutes(at) })))).map(
        ({ id }) => id,
      );
      const seen: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null && seen.length < 5;) {
        const page: Page<{ id: string }> = await read({ limit: 3, cursor });
        seen.push(page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen.map(({ length }) => length)).toEqual([3, 3, 1]);
      expect(seen.flat().sort()).toEqual(ids.sort());
    });

    it('has no further page when the last one is full', async () => {
      await make();
      expect((await read({ limit: 1 })).nextCursor).toBeNull();
    });

    it('continues from its position when something newer has been added in the meantime', async () => {
      const [older, newer] = [await make({ createdAt: minutes(1) }), await make({ createdAt: minutes(2) })];
      const { items, nextCursor } = await read({ limit: 1 });
      await make({ createdAt: minutes(3) });
      expect(items.map(({ id }) => id)).toEqual([newer.id]);
      expect(await idsOf(read({ limit: 1, cursor: nextCursor! }))).toEqual([older.id]);
    });

    it('includes the start of a period and excludes its end', async () => {
      const made = await Promise.all([1, 2, 3].map((at) => make({ createdAt: minutes(at) })));
      const within = (from?: Date, to?: Date) => idsOf(read({ from, to }));
      expect(await within(minutes(2), minutes(3))).toEqual([made[1]!.id]);
      expect(await within(minutes(3))).toEqual([made[2]!.id]);
      expect(await within(undefined, minutes(2))).toEqual([made[0]!.id]);
    });

    it.each(['garbage', '', 'MjAzMC0wMS0wMQ', Buffer.from('0000-01-01 x').toString('base64url')])(
      'rejects the cursor %j, naming it',
      async (cursor) => {
        await expect(read({ cursor })).rejects.toMatchObject({
          code: 'VALIDATION_FAILED',
          details: { errors: { cursor: [expect.any(String)] } },
        });
      },
    );

    it('has nothing of another account, even with a cursor of that account', async () => {
      const own = await make({ createdAt: minutes(1) });
      const other = await repositories().anOwner();
      expect(await read({}, other.accountId)).toEqual({ items: [], nextCursor: null });
      await make({ createdAt: minutes(2) });
      const { nextCursor } = await read({ limit: 1 });
      expect(await idsOf(read({ cursor: nextCursor! }, other.accountId))).toEqual([]);
      expect(await idsOf(read({ cursor: nextCursor! }))).toEqual([own.id]);
    });
  });

  describe('the list of links', () => {
    it('has the links of all users of the account, of one kind', async () => {
      const link = await givenLink();
      const card = await givenLink({ kind: 'card_payment_link' });
      expect(await idsOf(links())).toEqual([link.id]);
      expect(await idsOf(links({ kind: 'card_payment_link' }))).toEqual([card.id]);
    });

    it('has those of one status', async () => {
      const [first, second] = [await givenLink(), await givenLink()];
      await repositories().forceLink(second.id, { status: 'processing', currentUses: 0 });
      expect(await idsOf(links({ status: 'active' }))).toEqual([first.id]);
      expect(await idsOf(links({ status: 'processing' }))).toEqual([second.id]);
    });

    it('has those of one payer currency', async () => {
      await givenLink();
      const brl = await givenLink({ currency: toCurrency('BRL'), amount: Money.of('10', 'BRL'), amountType: 'charge' });
      expect(await idsOf(links({ currency: 'BRL' }))).toEqual([brl.id]);
    });

    it.each([
      ['2024', 'a word in the middle'],
      ['pedido 2024', 'words'],
      ['2024 PEDIDO', 'words in another order, in other capitals'],
      ['ped 20', 'the beginnings of words'],
      ['ano', 'a word without its accent'],
      ['AÑO', 'a word with its accent'],
      ['an\u0303o', 'a decomposed accent'],
      ['pe\u200bdido\u00ad', 'invisible characters'],
      ['(2024)', 'punctuation around a word'],
      ['l_c', 'words that punctuation separates'],
      ['fac-77', 'the reference'],
      ['pedido 77', 'the description and the reference'],
      ['Nº 1: Pedido 2024, año l_c FAC-77/b', 'all of it'],
    ])('finds a link by %j: %s', async (search) => {
      const found = await givenLink({ description: 'Nº 1: Pedido 2024, año l_c', reference: 'FAC-77/b' });
      for (const description of ['Perdido 1024', 'l', 'lc', 'Factura 78', 'Orden 1']) await givenLink({ description });
      expect(await idsOf(links({ search }))).toEqual([found.id]);
    });

    it.each(['024', 'edido', 'pedido 2025', 'pedido2024'])('does not find it by %j', async (search) => {
      await givenLink({ description: 'Pedido 2024', reference: 'A-1' });
      expect(await idsOf(links({ search }))).toEqual([]);
    });

    it('finds a link by a description of more words than are searched, pasted whole', async () => {
      const description = Array.from({ length: 60 }, (_, n) => `w${n}`).join(' ');
      const { id } = await givenLink({ description });
      expect(await idsOf(links({ search: description }))).toEqual([id]);
    });

    it('has those that are found newest first, in pages', async () => {
      const ids = [];
      for (const minute of [3, 2, 1]) {
        ids.push((await givenLink({ description: `Order ${minute}`, createdAt: minutes(minute) })).id);
      }
      await givenLink({ description: 'Other', createdAt: minutes(4) });

      const first = await links({ search: 'order', limit: 2 });
      const second = await links({ search: 'order', limit: 2, cursor: first.nextCursor! });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
      expect(second.nextCursor).toBeNull();
    });

    it('has a link whose description is its id once', async () => {
      const id = newId();
      const link = await givenLink({ id, description: id });
      expect(await idsOf(links({ search: link.id }))).toEqual([link.id]);
    });

    it.each(['%', '_', '\\', '%%', ' ', '\u200b', 'Order%', '.*', `' OR true --`, `':*`, 'order | x', '!x'])(
      'treats the search %j as text, never as a pattern',
      async (search) => {
        await givenLink({ description: 'Another 1001' });
        expect(await idsOf(links({ search }))).toEqual([]);
      },
    );

    it('finds a link by its id, or by the first eight digits of it and more', async () => {
      const link = await givenLink();
      await givenLink();
      expect(await idsOf(links({ search: link.id }))).toEqual([link.id]);
      expect(await idsOf(links({ search: link.id.toUpperCase() }))).toEqual([link.id]);
      expect(await idsOf(links({ search: link.id.slice(0, 30) }))).toEqual([link.id]);
      expect(await idsOf(links({ search: link.id.slice(0, 8) }))).toContain(link.id);
      expect(await idsOf(links({ search: link.id.slice(0, 7) }))).toEqual([]);
      expect(await idsOf(links({ search: `x${link.id}` }))).toEqual([]);
    });

    it('does not find a link of another account by its id', async () => {
      const { id } = await givenLink(await repositories().anOwner());
      expect(await idsOf(links({ search: id }))).toEqual([]);
    });
  });

  describe('the totals', () => {
    it('of links add up the declared amounts of what the filter shows, each in its own currency', async () => {
      await givenLink({ description: 'Order 1' });
      await givenLink({ description: 'Order 2', currency: toCurrency('BRL') });
      await givenLink({ currency: toCurrency('BRL'), amount: Money.of('10', 'BRL'), amountType: 'charge' });
      await givenLink({ kind: 'card_payment_link' });
      await givenLink(await repositories().anOwner());
      const totals = (filter: Partial<LinkFilter> = {}) =>
        subject().linkTotals(owner.accountId, { kind: 'payment_link', ...filter });

      const [ars, brl] = [
        { count: 2, amount: Money.of('30000', 'ARS') },
        { count: 1, amount: Money.of('10', 'BRL') },
      ];
      expect(await totals()).toEqual([ars, brl]);
      expect(await totals({ currency: 'ARS', search: 'order' })).toEqual([
        { count: 1, amount: Money.of('15000', 'ARS') },
      ]);
      expect(await totals({ search: 'order 2' })).toEqual([{ count: 1, amount: Money.of('15000', 'ARS') }]);
      expect(await totals({ from: minutes(1) })).toEqual([]);
    });

    it('of payments add up what was credited', async () => {
      await givenPayment();
      const { linkId } = await givenPayment();
      const totals = (filter: PaymentFilter = {}) => subject().paymentTotals(owner.accountId, filter);

      expect(await totals()).toEqual([{ count: 2, amount: Money.of('28530', 'ARS') }]);
      const one = [{ count: 1, amount: Money.of('14265', 'ARS') }];
      expect([await totals({ linkId }), await totals({ search: linkId })]).toEqual([one, one]);
      expect(await totals({ status: 'returned' })).toEqual([]);
    });
  });

  describe('the labels of links', () => {
    it('are their descriptions and references, by id, and none of another account', async () => {
      const [{ id }, other] = [await givenLink({ reference: 'A-1' }), await givenLink(await repositories().anOwner())];
      const labels = await subject().linkLabels(owner.accountId, [id, other.id, newId()]);
      expect([...labels]).toEqual([[id, { description: 'Order 1001', reference: 'A-1' }]]);
      expect([...(await subject().linkLabels(owner.accountId, []))]).toEqual([]);
    });
  });

  describe('the list of payments', () => {
    it('has those of one currency, by one method, and those that a search finds', async () => {
      const converted = await givenPayment({ method: 'brl_pix', terms: convertedTerms() });
      const other = await givenPayment({}, { description: 'Pedido 2024', reference: 'FAC-77' });

      expect(await idsOf(payments({ method: 'brl_pix' }))).toEqual([converted.id]);
      expect(await idsOf(payments({ currency: 'ARS' }))).toHaveLength(2);
      expect(await idsOf(payments({ currency: 'BRL' }))).toEqual([]);
      for (const search of ['2024', 'fac', other.id, other.linkId]) {
        expect(await idsOf(payments({ search }))).toEqual([other.id]);
        expect(await idsOf(payments({ search, linkId: other.linkId }))).toEqual([other.id]);
        expect(await idsOf(payments({ search, linkId: converted.linkId }))).toEqual([]);
      }
    });

    it('has those of both kinds of links, in process or not', async () => {
      const ids = [
        await givenPayment({ createdAt: minutes(2), kind: 'card_payment_link' }),
        await givenPayment({ createdAt: minutes(1), status: 'in_process' }),
      ].map(({ id }) => id);
      expect(await idsOf(payments())).toEqual(ids);
    });

    it('has those of one status', async () => {
      await givenPayment();
      const { id } = await givenPayment({ status: 'in_process' });
      expect(await idsOf(payments({ status: 'in_process' }))).toEqual([id]);
      expect(await idsOf(payments({ status: 'returned' }))).toEqual([]);
    });

    it('has those of one link', async () => {
      await givenPayment();
      const { id, linkId } = await givenPayment();
      expect(await idsOf(payments({ linkId }))).toEqual([id]);
      expect(await idsOf(payments({ linkId: linkId.toUpperCase() }))).toEqual([id]);
      expect(await idsOf(payments({ linkId: newId() }))).toEqual([]);
    });
  });

  describe('the list of exceptions', () => {
    it('has those that are resolved too, and none about an unknown order', async () => {
      const { id } = await givenException({ status: 'refunded', resolution: 'Sent back', resolvedAt: minutes(1) });
      await repositories().addException(anException());
      expect(await idsOf(exceptions())).toEqual([id]);
    });

    it('has those of one link', async () => {
      await givenException();
      const { id, linkId } = await givenException();
      expect(await idsOf(exceptions({ linkId: linkId! }))).toEqual([id]);
      expect(await idsOf(exceptions({ linkId: linkId!.toUpperCase() }))).toEqual([id]);
      expect(await idsOf(exceptions({ linkId: newId() }))).toEqual([]);
    });
  });

  describe('a payment', () => {
    it('is found with every component, as it was written', async () => {
      const payment = await givenPayment({
        terms: convertedTerms(),
        feeReceipt: { number: 'FR-00000001', amount: Money.of('16', 'BRL'), issuedAt: minutes(1) },
      });
      expect(await subject().readPayment(owner.accountId, payment.id)).toEqual(payment);
    });

    it('of another account is not found, nor one that does not exist', async () => {
      const { id } = await givenPayment({}, await repositories().anOwner());
      await expect(subject().readPayment(owner.accountId, id)).rejects.toThrow(ReceivedPaymentNotFoundError);
      await expect(subject().readPayment(owner.accountId, newId())).rejects.toThrow(ReceivedPaymentNotFoundError);
    });
  });
}
