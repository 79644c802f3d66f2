import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import type { HttpClient } from '../../support/http-client';
import { paymentIdOf, payNewCardLink, payNewLink } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import { CHARGED_BRL, data, ids, paged, TEXT, watchDocumented, type Item } from '../../support/panel-money';
import { TestService, type Merchant } from '../../support/service';
import { expectError, naming } from '../../support/expect-error';
import { ISO, UUID } from '../../support/shapes';

describe('received payments in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true, cards: true });
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  describe('GET /received-payments', () => {
    it('has a converted payment with exactly its fields, like the operation for one payment', async () => {
      const linkId = await service.createLink(merchant, { ...CHARGED_BRL, reference: 'A-1001' });
      await service.simulate(linkId, {
        event: 'pay',
        payer: { name: 'Ana', email: 'ana@example.com', document: '12345678909' },
      });
      const [payment] = await data<Item[]>(panel, '/received-payments');

      expect(payment).toEqual({
        id: expect.stringMatching(UUID),
        payment_link_id: linkId,
        kind: 'payment_link',
        status: 'credited',
        payer: { name: 'Ana', email: 'ana@example.com', document: '12345678909' },
        payment_method: 'brl_pix',
        payer_amount: '500.00',
        payer_currency: 'BRL',
        exchange_rate: '200',
        reference_rate: '200',
        effective_rate: expect.stringMatching(/^191\.60*$/),
        gross_amount: '100000.00',
        collection_fee: {
          percentage_amount: '2900.00',
          fixed_amount: '300.00',
          fixed_amount_usd: '0.30',
          total: '3200.00',
          bounded_by: null,
          borne_by: 'merchant',
        },
        conversion_fee: '1000.00',
        credited_amount: '95800.00',
        currency: 'ARS',
        virtual_wallet_id: merchant.local!.id,
        provider_reference: expect.stringMatching(/^sbx_/),
        reference: 'A-1001',
        description: 'Order 1001',
        refunded_amount: '0.00',
        disputed_amount: '0.00',
        refunds: [],
        fee_receipt: null,
        created_at: expect.stringMatching(ISO),
        credited_at: expect.stringMatching(ISO),
        returned_at: null,
      });
      expect(Object.keys(payment!)).toEqual([
        'id',
        'payment_link_id',
        'kind',
        'status',
        'payer',
        'payment_method',
        'payer_amount',
        'payer_currency',
        'exchange_rate',
        'reference_rate',
        'effective_rate',
        'gross_amount',
        'collection_fee',
        'conversion_fee',
        'credited_amount',
        'currency',
        'virtual_wallet_id',
        'provider_reference',
        'reference',
        'description',
        'refunded_amount',
        'disputed_amount',
        'refunds',
        'fee_receipt',
        'created_at',
        'credited_at',
        'returned_at',
      ]);
      expect(await data(panel, `/received-payments/${payment!.id}`)).toEqual(payment);
    });

    it('has the receipt for a fee that the payer bore', async () => {
      await payNewLink(service, merchant, { customer_paid_fee: true });

      expect(await data<Item[]>(panel, '/received-payments')).toMatchObject([
        {
          collection_fee: { total: '735.00', borne_by: 'payer' },
          credited_amount: '15000.00',
          fee_receipt: { number: 'FR-00000001', amount: '735.00', currency: 'ARS', issued_at: TEXT },
        },
      ]);
    });

    it('has confirmed debits before they are credited', async () => {
      const linkId = await service.createLink(merchant, { currency: 'USD', amount: 50 });
      await service.simulate(linkId, { event: 'debit_confirm' });

      expect(await data(panel, `/received-payments?status=in_process`)).toMatchObject([
        { payment_link_id: linkId, status: 'in_process', payment_method: 'usd_bank_debit', credited_at: null },
      ]);
      await service.simulate(linkId, { event: 'debit_submit' });
      await service.simulate(linkId, { event: 'debit_settle' });
      await service.simulate(linkId, { event: 'debit_return' });
      expect(await data(panel, `/received-payments?payment_link_id=${linkId}`)).toMatchObject([
        { status: 'returned', credited_at: expect.stringMatching(ISO), returned_at: expect.stringMatching(ISO) },
      ]);
    });

    it('has the payments of all users of the account and of both kinds of links', async () => {
      const { id: userId } = await service.addUser(merchant);
      const links = [
        await payNewLink(service, await service.issueKey(merchant, { userId })),
        await payNewCardLink(service, merchant),
      ];
      await payNewLink(service, await service.merchant());
      const payments = await data<Item[]>(panel, '/received-payments');

      expect(payments.map(({ payment_link_id }) => payment_link_id)).toEqual(links.reverse());
      expect(payments.map(({ kind }) => kind)).toEqual(['card_payment_link', 'payment_link']);
    });

    it('can be filtered by link, by status and by period', async () => {
      const [linkId] = [await payNewLink(service, merchant), await payNewLink(service, merchant)];
      const id = await paymentIdOf(service, linkId);
      await service.sql(`UPDATE received_payments SET created_at = '2020-05-05T23:59:59.999Z' WHERE id = $1`, [id]);

      expect(await ids(panel, `/received-payments?payment_link_id=${linkId}`)).toEqual([id]);
      expect(await ids(panel, `/received-payments?payment_link_id=${newId()}`)).toEqual([]);
      expect(await ids(panel, '/received-payments?status=credited')).toHaveLength(2);
      expect(await ids(panel, '/received-payments?status=returned')).toEqual([]);
      expect(await ids(panel, '/received-payments?start_date=2020-05-05&end_date=2020-05-05')).toEqual([id]);
      expect(await ids(panel, '/received-payments?start_date=2020-05-06')).not.toContain(id);
    });

    it('can be filtered by currency, by method and by words, with the totals of what is shown', async () => {
      const pix = await paymentIdOf(
        service,
        await payNewLink(service, merchant, { ...CHARGED_BRL, reference: 'FAC-77' }),
      );
      await payNewLink(service, merchant, { description: 'Pedido 2024' });

      expect(await ids(panel, '/received-payments?method=brl_pix')).toEqual([pix]);
      expect(await ids(panel, '/received-payments?search=fac-77')).toEqual([pix]);
      expect(await ids(panel, '/received-payments?currency=USD')).toEqual([]);
      const { body } = await panel.get('/received-payments?search=2024');
      expect(body.data).toMatchObject([{ description: 'Pedido 2024', reference: null }]);
      expect(body.meta.totals).toEqual([{ currency: 'ARS', count: 1, amount: '14265.00' }]);
    });

    it('has pages, newest first, without gaps or repetitions', async () => {
      const links: string[] = [];
      for (let made = 0; made < 5; made++) links.unshift(await payNewLink(service, merchant));
      const wanted = await Promise.all(links.map((linkId) => paymentIdOf(service, linkId)));

      expect(await paged(panel, '/received-payments')).toEqual({ sizes: [2, 2, 1], seen: wanted });
    });

    it.each([
      ['status=paid', 'status'],
      ['payment_link_id=1', 'payment_link_id'],
      ['start_date=soon', 'start_date'],
      ['cursor=garbage', 'cursor'],
    ])('rejects %s, naming %s', async (query, field) => {
      expectError(await panel.get(`/received-payments?${query}`), 422, 'VALIDATION_FAILED', naming(field));
    });

    it('treats the id of another account like an unknown id', async () => {
      const id = await paymentIdOf(service, await payNewLink(service, await service.merchant()));
      const [foreign, absent] = [
        await panel.get(`/received-payments/${id}`),
        await panel.get(`/received-payments/${newId()}`),
      ];

      expectError(foreign, 404, 'RECEIVED_PAYMENT_NOT_FOUND');
      expect(foreign.text).toBe(absent.text);
    });
  });
});
