import { Accounts } from '@app/accounts';
import { Money, newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aDebitCollection, aDebitReturn, aPayout } from '@app/ledger/testing';
import type { OpenApiDocument } from '../../apps/api/src/docs/open-api-types';
import { expectBooksBalanced } from '../support/books';
import { DocumentedAnswers } from '../support/documented-answers';
import { watchAnswers, type Answer, type HttpClient } from '../support/http-client';
import { paymentIdOf, payNewCardLink, payNewLink, post } from '../support/paid-links';
import { signIn, userWith } from '../support/panel';
import { TestService, type Merchant, type MerchantOptions } from '../support/service';

const LINK = { amount: 15000, currency: 'ARS', currency_destiny: 'ARS', description: 'Order 1001' };
const CHARGED_BRL = { currency: 'BRL', amount: 500, amount_type: 'charge' };
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TEXT = expect.any(String) as string;

interface Item {
  id: string;
  [field: string]: unknown;
}

describe('money in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    // Lists of the document's own test are mostly empty.
    const document = (await service.anonymous().get('/docs/openapi.json')).body as OpenApiDocument;
    watchAnswers(new DocumentedAnswers(document).check);
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true, cards: true });
    panel = await panelOf(merchant);
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const panelOf = async (who: Pick<Merchant, 'email' | 'password'>) => (await signIn(service, who)).panel;
  const owner = async (options: MerchantOptions) => panelOf(await service.merchant(options));

  const colleague = (...permissions: string[]) => userWith(service, merchant, ...permissions);

  async function data<T = Item>(path: string, by = panel): Promise<T> {
    const { status, text, body } = await by.get(path);
    if (status !== 200) throw new Error(`${path} was answered ${status} ${text}`);
    return body.data as T;
  }

  const ids = async (path: string, by = panel) => (await data<Item[]>(path, by)).map(({ id }) => id);
  const naming = (...fields: string[]) => ({
    errors: Object.fromEntries(fields.map((field) => [field, [expect.any(String)]])),
  });

  function expectRefusal({ status, body }: Answer, wanted: number, code: string, details: object = {}): void {
    expect(body).toEqual({ success: false, code, message: expect.any(String), ...details });
    expect(status).toBe(wanted);
  }

  /** Reads the list to its end, two at a time. */
  async function paged(path: string): Promise<{ sizes: number[]; seen: string[] }> {
    const pages: string[][] = [];
    let next: string | null = '';
    while (next !== null && pages.length < 10) {
      const { body } = await panel.get(`${path}per_page=2${next && `&cursor=${next}`}`);
      pages.push((body.data as Item[]).map(({ id }) => id));
      expect(body.meta).toEqual({ per_page: 2, next_cursor: body.meta.next_cursor });
      next = body.meta.next_cursor as string | null;
    }
    return { sizes: pages.map(({ length }) => length), seen: pages.flat() };
  }

  const adjust = (amount: string, wallet = merchant.local!) =>
    service.get(UnitOfWork).run((tx) =>
      service.get(LedgerService).adjust(tx, {
        walletId: wallet.id,
        amount: Money.of(amount, wallet.currency),
        reason: 'counted again',
        occurredAt: new Date(),
      }),
    );

  const hold = (amount: string) =>
    service.get(UnitOfWork).run((tx) =>
      service.get(LedgerService).placeHold(tx, {
        ...{ walletId: merchant.local!.id, amount: Money.of(amount, 'ARS') },
        ...{ referenceType: 'payout', referenceId: newId() },
      }),
    );

  /** A USD debit of 50, credited, its fee taken. */
  const debit = () => aDebitCollection(merchant.usd!.id, Money.of('50.00', 'USD'), Money.of('0.50', 'USD'));
  const debitReturned = () => aDebitReturn(merchant.usd!.id, Money.of('50.00', 'USD'), Money.of('0.50', 'USD'));

  describe('permissions', () => {
    const id = newId();
    const open = ['GET /virtual-wallets', 'GET /usd-wallet'];
    const guarded = [
      ['view_balance_movements', `GET /virtual-wallets/${id}/proof`],
      ['view_balance_movements', 'GET /balance-movements'],
      ['view_balance_movements', 'GET /balance-movements/stats'],
      ['view_payins', 'GET /received-payments'],
      ['view_payins', `GET /received-payments/${id}`],
      ['view_payins', 'GET /payment-links'],
      ['view_payins', `GET /payment-links/${id}`],
      ['create_payins', 'POST /payment-links'],
      ['create_payins', `PATCH /payment-links/${id}/cancel`],
    ] as const;
    const ask = (by: HttpClient, operation: string) => {
      const [method, path] = operation.split(' ') as ['GET', string];
      return by.send(method, path, method === 'GET' ? undefined : LINK);
    };

    it.each(open)('%s needs none', async (operation) => {
      expect((await ask(await colleague('manage_webhooks'), operation)).status).toBe(200);
    });

    it.each(guarded)('%s is all that %s needs', async (permission, operation) => {
      expect((await ask(await colleague(permission), operation)).status).not.toBe(403);
    });

    it.each(guarded)('without %s, %s is denied', async (permission, operation) => {
      const others = ['create_payouts', 'view_payouts', 'view_payins', 'create_payins', 'view_balance_movements'];
      const by = await colleague(...others.filter((other) => other !== permission));
      expectRefusal(await ask(by, operation), 403, 'PERMISSION_DENIED');
    });
  });

  describe('GET /virtual-wallets', () => {
    it('has every wallet that can be credited, with exactly its fields', async () => {
      await payNewLink(service, merchant);
      await hold('10000.00');

      expect(await data('/virtual-wallets')).toEqual([
        {
          ...{ id: merchant.local!.id, currency: 'ARS', lane: 'local' },
          ...{ balance: '14265.00', reserved_balance: '10000.00', available_balance: '4265.00' },
        },
        {
          ...{ id: merchant.usd!.id, currency: 'USD', lane: 'usd' },
          ...{ balance: '0.00', reserved_balance: '0.00', available_balance: '0.00' },
        },
      ]);
    });

    it('leaves internal wallets out, here and wherever a wallet is named', async () => {
      const { id } = await service
        .get(UnitOfWork)
        .run((tx) =>
          service
            .get(LedgerService)
            .createWallet(tx, { accountId: merchant.account.id, currency: 'USDT', lane: 'internal' }),
        );

      expect(await ids('/virtual-wallets')).toEqual([merchant.local!.id, merchant.usd!.id]);
      expectRefusal(await panel.get(`/virtual-wallets/${id}/proof`), 404, 'VIRTUAL_WALLET_NOT_FOUND');
      expectRefusal(await panel.get(`/balance-movements?virtual_wallet_id=${id}`), 404, 'VIRTUAL_WALLET_NOT_FOUND');
    });

    it('is empty for an account without any', async () => {
      expect(await data('/virtual-wallets', await owner({ localCurrency: null }))).toEqual([]);
    });
  });

  describe('GET /virtual-wallets/{id}/proof', () => {
    const proof = (walletId: string) => data(`/virtual-wallets/${walletId}/proof`);

    it('adds up after local, converted and adjusted movements', async () => {
      await payNewLink(service, merchant);
      await payNewLink(service, merchant, CHARGED_BRL);
      await adjust('-65.00');
      await post(service, aPayout(merchant.local!.id, Money.of('10000.00', 'ARS')));

      expect(await proof(merchant.local!.id)).toEqual({
        virtual_wallet_id: merchant.local!.id,
        currency: 'ARS',
        balance: '100000.00',
        lines: [
          { type: 'adjustment', visible: true, count: 1, total: '-65.00' },
          { type: 'payment', visible: true, count: 2, total: '110065.00' },
          { type: 'payout', visible: true, count: 1, total: '-10000.00' },
        ],
        sum: '100000.00',
        adds_up: true,
      });
    });

    it('sums up by type what the list of movements hides', async () => {
      await post(service, debit(), debit(), debitReturned());

      expect(await proof(merchant.usd!.id)).toMatchObject({
        balance: '49.50',
        lines: [
          { type: 'payment', visible: true, count: 2, total: '100.00' },
          { type: 'return', visible: true, count: 1, total: '-50.00' },
          { type: 'fee', visible: false, count: 2, total: '-1.00' },
          { type: 'fee_refund', visible: false, count: 1, total: '0.50' },
        ],
        sum: '49.50',
        adds_up: true,
      });
    });

    it('of a wallet that nothing has moved has no lines', async () => {
      expect(await proof(merchant.local!.id)).toMatchObject({ lines: [], sum: '0.00', adds_up: true });
    });

    it('takes the id in upper case too, as every id in a path', async () => {
      expect(await proof(merchant.local!.id.toUpperCase())).toMatchObject({ virtual_wallet_id: merchant.local!.id });
    });
  });

  describe('GET /usd-wallet', () => {
    it('has the balances and the bank account, with exactly these fields', async () => {
      await post(service, debit());

      expect(await data('/usd-wallet')).toEqual({
        ...{ id: merchant.usd!.id, currency: 'USD', lane: 'usd' },
        ...{ balance: '49.50', reserved_balance: '0.00', available_balance: '49.50' },
        bank_account: {
          holder_name: merchant.account.name,
          bank_name: 'Sandbox Bank',
          bank_address: TEXT,
          routing_number: expect.stringMatching(/^\d{9}$/),
          account_number: expect.stringMatching(/^\d{12}$/),
          account_type: 'checking',
        },
      });
    });

    it('has the same bank account each time, and another one for another account', async () => {
      const numberFor = async (by: HttpClient) =>
        (await data<{ bank_account: { account_number: string } }>('/usd-wallet', by)).bank_account.account_number;
      const [first, again, other] = [
        await numberFor(panel),
        await numberFor(panel),
        await numberFor(await owner({ usd: true })),
      ];

      expect(again).toBe(first);
      expect(other).not.toBe(first);
    });

    it('is refused where USD is not enabled, with a USD wallet and without', async () => {
      await service.sql('UPDATE accounts SET usd_enabled = false WHERE id = $1', [merchant.account.id]);
      const without = await owner({});

      expectRefusal(await panel.get('/usd-wallet'), 422, 'USD_ACCOUNT_NOT_ENABLED');
      expectRefusal(await without.get('/usd-wallet'), 422, 'USD_ACCOUNT_NOT_ENABLED');
    });

    it('is refused where USD is enabled and no wallet was opened for it', async () => {
      const without = await service.merchant();
      await service.sql('UPDATE accounts SET usd_enabled = true WHERE id = $1', [without.account.id]);

      expectRefusal(await (await panelOf(without)).get('/usd-wallet'), 422, 'USD_ACCOUNT_NOT_ENABLED');
    });
  });

  describe('GET /balance-movements', () => {
    const movements = (query = '') => data<Item[]>(`/balance-movements?${query}`);

    it('has each movement with exactly its fields', async () => {
      const linkId = await payNewLink(service, merchant);
      const { status, body } = await panel.get(`/balance-movements?virtual_wallet_id=${merchant.local!.id}`);

      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        message: TEXT,
        data: [
          {
            id: expect.stringMatching(/^\d+$/),
            type: 'payment',
            direction: 'in',
            amount: '14265.00',
            currency: 'ARS',
            balance_after: '14265.00',
            label: 'Payment received',
            reference: { type: 'payment_link', id: linkId },
            created_at: expect.stringMatching(ISO),
          },
        ],
        meta: { per_page: 20, next_cursor: null },
      });
    });

    it('tells the direction where the sign of the amount does not', async () => {
      await payNewLink(service, merchant);
      await post(service, debit(), debitReturned(), aPayout(merchant.local!.id, Money.of('1000.00', 'ARS')));
      const [payout] = await movements(`virtual_wallet_id=${merchant.local!.id}`);
      const [returned] = await movements(`virtual_wallet_id=${merchant.usd!.id}`);

      expect(payout).toMatchObject({ direction: 'out', amount: '-1000.00', label: 'Payout' });
      expect(returned).toMatchObject({ direction: 'out', amount: '50.00', label: 'Payment returned' });
    });

    it('takes the account’s first wallet when none is named: the local one, else that for USD', async () => {
      await payNewLink(service, merchant);
      await post(service, debit());
      const onlyUsd = await service.merchant({ localCurrency: null, usd: true, cards: true });
      await payNewCardLink(service, onlyUsd, { currency: 'USD', amount: 50 });

      expect(await movements()).toMatchObject([{ currency: 'ARS' }]);
      expect(await data('/balance-movements', await panelOf(onlyUsd))).toMatchObject([{ currency: 'USD' }]);
    });

    it('has the movements of one type', async () => {
      await payNewLink(service, merchant);
      await adjust('5.00');

      expect(await movements('type=adjustment')).toMatchObject([{ type: 'adjustment', amount: '5.00' }]);
      expect(await movements('type=deposit')).toEqual([]);
    });

    it('has those of a period, both of its ends included', async () => {
      await adjust('5.00');
      const { local } = merchant;
      const at = '2030-03-10T12:00:00.000Z';
      await service.get(UnitOfWork).run((tx) =>
        service.get(LedgerService).adjust(tx, {
          ...{ walletId: local!.id, amount: Money.of('7.00', 'ARS'), reason: 'later', occurredAt: new Date(at) },
        }),
      );
      const [latest] = await movements();
      const moment = latest!.created_at as string;
      const day = moment.slice(0, 10);

      expect(await movements(`start_date=${moment}&end_date=${moment}`)).toMatchObject([{ amount: '7.00' }]);
      expect((await movements(`start_date=${day}&end_date=${day}`)).length).toBeGreaterThan(0);
      expect(await movements('end_date=2001-01-01')).toEqual([]);
      expect(await movements('start_date=2900-01-01')).toEqual([]);
    });

    it('is read through three pages, newest first, without a gap or a repeat', async () => {
      for (const amount of ['1.00', '2.00', '3.00', '4.00', '5.00']) await adjust(amount);
      const all = await movements();

      expect(all.map(({ amount }) => amount)).toEqual(['5.00', '4.00', '3.00', '2.00', '1.00']);
      expect(await paged('/balance-movements?')).toEqual({ sizes: [2, 2, 1], seen: all.map(({ id }) => id) });
    });

    it.each([
      ['type=fee', 'type'],
      ['type=', 'type'],
      ['virtual_wallet_id=1', 'virtual_wallet_id'],
      ['start_date=yesterday', 'start_date'],
      ['end_date=2030-02-30', 'end_date'],
      ['start_date=2030-01-02&end_date=2030-01-01', 'end_date'],
      ['per_page=51', 'per_page'],
      ['cursor=garbage', 'cursor'],
    ])('refuses %s, naming %s', async (query, field) => {
      expectRefusal(await panel.get(`/balance-movements?${query}`), 422, 'VALIDATION_FAILED', naming(field));
    });
  });

  describe('GET /balance-movements/stats', () => {
    it('has the totals of what the list shows, with exactly these fields', async () => {
      await payNewLink(service, merchant);
      await adjust('-265.00');

      expect(await data(`/balance-movements/stats?virtual_wallet_id=${merchant.local!.id}`)).toEqual({
        virtual_wallet_id: merchant.local!.id,
        currency: 'ARS',
        total_in: '14265.00',
        total_out: '265.00',
        count_in: 1,
        count_out: 1,
      });
    });

    it('leaves out what the list hides', async () => {
      await post(service, debit());

      expect(await data(`/balance-movements/stats?virtual_wallet_id=${merchant.usd!.id}`)).toMatchObject({
        ...{ total_in: '50.00', total_out: '0.00', count_in: 1, count_out: 0 },
      });
    });

    it('is of the whole life of the wallet: dates change nothing, not even wrong ones', async () => {
      await payNewLink(service, merchant);
      const whole = await data('/balance-movements/stats');

      expect(await data('/balance-movements/stats?start_date=2900-01-01')).toEqual(whole);
      expect(await data('/balance-movements/stats?end_date=soon')).toEqual(whole);
    });
  });

  describe.each(['/balance-movements', '/balance-movements/stats'])('the wallet of GET %s', (path) => {
    it('of another account is answered as one that nobody has', async () => {
      const stranger = await service.merchant();
      const [foreign, absent] = await Promise.all(
        [stranger.local!.id, newId()].map((id) => panel.get(`${path}?virtual_wallet_id=${id}`)),
      );

      expectRefusal(foreign!, 404, 'VIRTUAL_WALLET_NOT_FOUND');
      expect(foreign!.text).toBe(absent!.text);
    });

    it('is not found where the account has none', async () => {
      expectRefusal(await (await owner({ localCurrency: null })).get(path), 404, 'VIRTUAL_WALLET_NOT_FOUND');
    });
  });

  describe('GET /received-payments', () => {
    it('has a converted payment with exactly its fields, and the same when it is read alone', async () => {
      const linkId = await service.createLink(merchant, CHARGED_BRL);
      await service.simulate(linkId, {
        ...{ event: 'pay', payer: { name: 'Ana', email: 'ana@example.com', document: '12345678909' } },
      });
      const [payment] = await data<Item[]>('/received-payments');

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
        fee_receipt: null,
        created_at: expect.stringMatching(ISO),
        credited_at: expect.stringMatching(ISO),
        returned_at: null,
      });
      expect(Object.keys(payment!)).toEqual([
        ...['id', 'payment_link_id', 'kind', 'status', 'payer', 'payment_method', 'payer_amount', 'payer_currency'],
        ...['exchange_rate', 'reference_rate', 'effective_rate', 'gross_amount', 'collection_fee', 'conversion_fee'],
        ...['credited_amount', 'currency', 'virtual_wallet_id', 'provider_reference', 'fee_receipt', 'created_at'],
        ...['credited_at', 'returned_at'],
      ]);
      expect(await data(`/received-payments/${payment!.id}`)).toEqual(payment);
    });

    it('has the receipt for a fee that the payer bore', async () => {
      await payNewLink(service, merchant, { customer_paid_fee: true });

      expect(await data<Item[]>('/received-payments')).toMatchObject([
        {
          collection_fee: { total: '735.00', borne_by: 'payer' },
          credited_amount: '15000.00',
          fee_receipt: { number: 'FR-00000001', amount: '735.00', currency: 'ARS', issued_at: TEXT },
        },
      ]);
    });

    it('has debits that their payers have confirmed, before they are credited', async () => {
      const linkId = await service.createLink(merchant, { currency: 'USD', amount: 50 });
      await service.simulate(linkId, { event: 'debit_confirm' });

      expect(await data(`/received-payments?status=in_process`)).toMatchObject([
        { payment_link_id: linkId, status: 'in_process', payment_method: 'usd_bank_debit', credited_at: null },
      ]);
      await service.simulate(linkId, { event: 'debit_submit' });
      await service.simulate(linkId, { event: 'debit_settle' });
      await service.simulate(linkId, { event: 'debit_return' });
      expect(await data(`/received-payments?payment_link_id=${linkId}`)).toMatchObject([
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
      const payments = await data<Item[]>('/received-payments');

      expect(payments.map(({ payment_link_id }) => payment_link_id)).toEqual(links.reverse());
      expect(payments.map(({ kind }) => kind)).toEqual(['card_payment_link', 'payment_link']);
    });

    it('has those of one link, of one status, of a period', async () => {
      const [linkId] = [await payNewLink(service, merchant), await payNewLink(service, merchant)];
      const id = await paymentIdOf(service, linkId);
      await service.sql(`UPDATE received_payments SET created_at = '2020-05-05T23:59:59.999Z' WHERE id = $1`, [id]);

      expect(await ids(`/received-payments?payment_link_id=${linkId}`)).toEqual([id]);
      expect(await ids(`/received-payments?payment_link_id=${newId()}`)).toEqual([]);
      expect(await ids('/received-payments?status=credited')).toHaveLength(2);
      expect(await ids('/received-payments?status=returned')).toEqual([]);
      expect(await ids('/received-payments?start_date=2020-05-05&end_date=2020-05-05')).toEqual([id]);
      expect(await ids('/received-payments?start_date=2020-05-06')).not.toContain(id);
    });

    it('is read through three pages, newest first, without a gap or a repeat', async () => {
      const links: string[] = [];
      for (let made = 0; made < 5; made++) links.unshift(await payNewLink(service, merchant));
      const wanted = await Promise.all(links.map((linkId) => paymentIdOf(service, linkId)));

      expect(await paged('/received-payments?')).toEqual({ sizes: [2, 2, 1], seen: wanted });
    });

    it.each([
      ['status=paid', 'status'],
      ['payment_link_id=1', 'payment_link_id'],
      ['start_date=soon', 'start_date'],
      ['cursor=garbage', 'cursor'],
    ])('refuses %s, naming %s', async (query, field) => {
      expectRefusal(await panel.get(`/received-payments?${query}`), 422, 'VALIDATION_FAILED', naming(field));
    });

    it('answers the id of another account as one that nobody has', async () => {
      const id = await paymentIdOf(service, await payNewLink(service, await service.merchant()));
      const [foreign, absent] = [
        await panel.get(`/received-payments/${id}`),
        await panel.get(`/received-payments/${newId()}`),
      ];

      expectRefusal(foreign, 404, 'RECEIVED_PAYMENT_NOT_FOUND');
      expect(foreign.text).toBe(absent.text);
    });
  });

  describe('POST /payment-links', () => {
    const create = (body: object = LINK, by = panel) => by.post('/payment-links', body);
    const setDefault = (value: boolean, { account: { slug } } = merchant) =>
      service.get(Accounts).update(slug, { customerPaidFeeDefault: value });

    it('answers 201 with the link, with exactly its fields', async () => {
      const { status, body } = await create({ ...LINK, webhook_url: 'https://shop.example/hook' });

      expect(status).toBe(201);
      expect(body).toEqual({
        success: true,
        message: TEXT,
        data: {
          id: expect.stringMatching(UUID),
          amount: '15000.00',
          currency: 'ARS',
          currency_destiny: 'ARS',
          description: 'Order 1001',
          expires_at: null,
          max_uses: 1,
          current_uses: 0,
          status: 'active',
          checkout_url: `https://pay.example.com/checkout/${body.data.id}`,
          payment_method: null,
          created_at: expect.stringMatching(ISO),
          updated_at: expect.stringMatching(ISO),
          amount_type: 'receive',
          customer_paid_fee: false,
          created_by: { user_id: merchant.userId, api_key_id: null },
        },
      });
      expect(await data(`/payment-links/${body.data.id}`)).toEqual(body.data);
    });

    it('makes a link that is paid, and that the API keys of its user reach', async () => {
      const { id } = (await create()).body.data as Item;
      await service.simulate(id, { event: 'pay' });

      expect((await merchant.api.get(`/v1/payment-links/${id}`)).body.data.status).toBe('completed');
      expect(await service.balance(merchant.local!.id)).toBe('14265.00');
    });

    it.each([
      ['BRL', 'ARS', 201],
      ['ARS', 'ARS', 201],
      ['USD', 'USD', 201],
      ['BRL', 'BRL', 422],
      ['ARS', 'USD', 422],
      ['USD', 'ARS', 422],
      ['ARS', 'ars', 422],
      ['ARS', 'ZZZ', 422],
      ['ARS', '', 422],
    ])('%s into %s: %i, since the payer’s currency decides which wallet is credited', async (...row) => {
      const [currency, currency_destiny, status] = row;
      const answer = await create({ ...LINK, currency, currency_destiny, amount: 5000 });

      if (status === 201) expect(answer.body.data).toMatchObject({ currency, currency_destiny });
      else expectRefusal(answer, 422, 'VALIDATION_FAILED', naming('currency_destiny'));
      expect(answer.status).toBe(status);
    });

    it.each([undefined, null, 7, ['ARS'], {}])('refuses currency_destiny %j, naming it', async (currency_destiny) => {
      expectRefusal(await create({ ...LINK, currency_destiny }), 422, 'VALIDATION_FAILED', naming('currency_destiny'));
      expect(await ids('/payment-links')).toEqual([]);
    });

    it('names everything that is wrong at once', async () => {
      const wrong = { amount: 15000, currency: 'ARS', customer_paid_fee: 'no' };

      expectRefusal(
        await create(wrong),
        422,
        'VALIDATION_FAILED',
        naming('currency_destiny', 'customer_paid_fee', 'description'),
      );
    });

    it.each([
      [true, undefined, true],
      [true, null, true],
      [true, false, false],
      [false, undefined, false],
      [false, true, true],
    ])('where the default is %s, customer_paid_fee %s makes it %s', async (byDefault, sent, wanted) => {
      await setDefault(byDefault);

      expect((await create({ ...LINK, customer_paid_fee: sent })).body.data.customer_paid_fee).toBe(wanted);
    });

    it('drops the default on an account whose payers may not bear the fee', async () => {
      const without = await service.merchant({ customerPaidFee: false });
      await setDefault(true, without);

      expect((await create(LINK, await panelOf(without))).body.data.customer_paid_fee).toBe(false);
    });

    it('keeps the default to itself: the external API deducts the fee all the same', async () => {
      await setDefault(true);
      const id = await service.createLink(merchant);

      expect(await data(`/payment-links/${id}`)).toMatchObject({ customer_paid_fee: false });
    });

    it('checks the account, its verification and the minimum before the body, in this order', async () => {
      const broken = { currency: 'ARS', amount: 1 };
      const poor = await service.merchant({ kyc: 'pending', kyb: 'pending' });
      const by = await panelOf(poor);
      const change = (change: object) => service.get(Accounts).update(poor.account.slug, change);
      const code = async () => (await create(broken, by)).body.code as string;
      await change({ status: 'paused' });

      expect(await code()).toBe('BUSINESS_TENANT_PAUSED');
      await change({ status: 'active' });
      expect(await code()).toBe('KYC_VERIFICATION_REQUIRED');
      await change({ kycStatus: 'verified' });
      expect(await code()).toBe('KYB_VERIFICATION_REQUIRED');
      await change({ kybStatus: 'verified' });
      expect(await code()).toBe('BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT');
      expect((await create({ ...broken, amount: 15000 }, by)).body.code).toBe('VALIDATION_FAILED');
    });

    it.each([
      [{ usd: false }, 'USD', 'USD_ACCOUNT_NOT_ENABLED', 422],
      [{ localCurrency: null, usd: true }, 'ARS', 'WALLET_NOT_FOUND', 422],
      [{ localCurrency: null }, 'ARS', 'SYSTEM_DATABASE_ERROR', 500],
    ] as const)(
      'refuses %j a link in %s with %s, as the external API does',
      async (options, currency, code, status) => {
        expectRefusal(await create({ ...LINK, currency }, await owner(options)), status, code);
      },
    );

    it('under an Idempotency-Key makes one link, and answers a repeated call with it', async () => {
      const headers = { 'idempotency-key': newId() };
      const [first, again] = [
        await panel.post('/payment-links', LINK, headers),
        await panel.post('/payment-links', LINK, headers),
      ];

      expect([again.status, again.text]).toEqual([201, first.text]);
      expect(again.headers['idempotency-replayed']).toBe('true');
      expect(await ids('/payment-links')).toEqual([first.body.data.id]);
    });
  });

  describe('GET /payment-links', () => {
    const made = async (fields: object = {}) => service.createLink(merchant, { ...fields });

    it('has the links of all users and keys of the account, and who made them', async () => {
      const { id: userId } = await service.addUser(merchant);
      const key = await service.issueKey(merchant, { userId });
      const id = await service.createLink(key);
      await service.createLink(await service.merchant());
      await payNewCardLink(service, merchant);

      expect(await data<Item[]>('/payment-links')).toMatchObject([
        { id, created_by: { user_id: userId, api_key_id: key.keyId } },
      ]);
    });

    it('has those of one status, of one payer currency, of a period', async () => {
      const [ars, brl] = [await made(), await made({ currency: 'BRL' })];
      await merchant.api.delete(`/v1/payment-links/${brl}`);
      await service.sql(`UPDATE payment_links SET created_at = '2020-05-05T00:00:00Z' WHERE id = $1`, [ars]);

      expect(await ids('/payment-links')).toEqual([brl, ars]);
      expect(await ids('/payment-links?status=cancelled')).toEqual([brl]);
      expect(await ids('/payment-links?status=in_transit')).toEqual([]);
      expect(await ids('/payment-links?currency=BRL')).toEqual([brl]);
      expect(await ids('/payment-links?currency=BRL&status=active')).toEqual([]);
      expect(await ids('/payment-links?start_date=2020-05-05&end_date=2020-05-05')).toEqual([ars]);
      expect(await ids('/payment-links?start_date=2020-05-05T00:00:00.001Z&end_date=2020-12-31')).toEqual([]);
    });

    it('has those whose description has the search in it, whatever its capitals, or whose id it is', async () => {
      const [one, other] = [await made({ description: 'Mate 100% a_b' }), await made({ description: 'MATE 100 acb' })];
      const search = (text: string) => ids(`/payment-links?search=${encodeURIComponent(text)}`);

      expect(await search('mate')).toEqual([other, one]);
      expect(await search('100%')).toEqual([one]);
      expect(await search('A_B')).toEqual([one]);
      expect(await search('%')).toEqual([one]);
      expect(await search(other)).toEqual([other]);
      expect(await search(other.slice(0, -1))).toEqual([]);
    });

    it('is read through three pages, newest first, without a gap or a repeat', async () => {
      const wanted: string[] = [];
      for (let count = 0; count < 5; count++) wanted.unshift(await made());

      expect(await paged('/payment-links?')).toEqual({ sizes: [2, 2, 1], seen: wanted });
    });

    it.each([
      ['status=paid', 'status'],
      ['currency=EUR', 'currency'],
      ['search=', 'search'],
      ['start_date=2030-01-02&end_date=2030-01-01', 'end_date'],
      ['per_page=0', 'per_page'],
      ['cursor=garbage', 'cursor'],
    ])('refuses %s, naming %s', async (query, field) => {
      expectRefusal(await panel.get(`/payment-links?${query}`), 422, 'VALIDATION_FAILED', naming(field));
    });
  });

  describe('PATCH /payment-links/{id}/cancel', () => {
    const cancel = (id: string, by = panel) => by.send('PATCH', `/payment-links/${id}/cancel`);

    it('cancels a link of whoever in the account, and answers it as it is then', async () => {
      const { id: userId } = await service.addUser(merchant);
      const id = await service.createLink(await service.issueKey(merchant, { userId }));
      const { status, body } = await cancel(id);

      expect([status, body.data.status]).toEqual([200, 'cancelled']);
      expect(await data(`/payment-links/${id}`)).toEqual(body.data);
      expect((await service.simulate(id, { event: 'pay' })).status).not.toBe(200);
    });

    it('tells the merchant’s webhook endpoints, as the external API does', async () => {
      const url = `https://127.0.0.1:9/${newId()}`;
      await merchant.api.post('/v1/webhooks', { url });
      await cancel(await service.createLink(merchant));

      const queued = await service.sql(
        'SELECT e.type FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id WHERE d.url = $1',
        [url],
      );
      expect(queued).toEqual([{ type: 'payment_link.cancelled' }]);
    });

    it('refuses a link that is no longer active, with its state', async () => {
      const id = await payNewLink(service, merchant);

      expectRefusal(await cancel(id), 422, 'PAYMENT_LINK_NOT_ACTIVE', { errors: { status: 'completed' } });
    });

    it('refuses an active link that has been used, with its uses', async () => {
      const id = await service.createLink(merchant);
      await service.sql('UPDATE payment_links SET current_uses = 1 WHERE id = $1', [id]);

      expectRefusal(await cancel(id), 422, 'PAYMENT_LINK_CANNOT_CANCEL', { errors: { current_uses: 1 } });
    });

    it('works on an account that is paused', async () => {
      const id = await service.createLink(merchant);
      await service.get(Accounts).update(merchant.account.slug, { status: 'paused' });

      expect((await cancel(id)).status).toBe(200);
    });

    it('answers the id of another account, and of a card link, as one that nobody has', async () => {
      const foreign = await service.createLink(await service.merchant());
      const answers = [
        await cancel(foreign),
        await cancel(await payNewCardLink(service, merchant)),
        await cancel(newId()),
      ];

      for (const answer of answers) expectRefusal(answer, 404, 'PAYMENT_LINK_NOT_FOUND');
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });
  });
});
