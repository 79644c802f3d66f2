import { newId } from '@app/kernel';
import type { HttpClient } from '../../support/http-client';
import { signIn, userWith } from '../../support/panel';
import { watchDocumented } from '../../support/panel-money';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO, UUID } from '../../support/shapes';

const CBU = '2850590940090418135201';
const MASKED = '******************5201';
const DOCUMENT = { type: 'cuit', number: '20-05536168-2' };
const STORED_DOCUMENT = { type: 'cuit', number: '20055361682' };
const BANK = { name: 'Banco Galicia', cbu: CBU };
const BENEFICIARY = {
  name: 'Ana Gómez',
  email: 'ana@example.com',
  document: DOCUMENT,
  country: 'AR',
  bank_country: 'AR',
  bank: BANK,
};
const BANK_ACCOUNT = { holder_name: 'Café Río', document: DOCUMENT, country: 'AR', currency: 'ARS', bank: BANK };

interface Json {
  id: string;
  [field: string]: unknown;
}

describe('destinations in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(() => service.stop());

  async function create(path: string, body: object): Promise<Json> {
    const { status, text, body: response } = await panel.post(path, body);
    if (status !== 201) throw new Error(`nothing was created: ${text}`);
    return response.data as Json;
  }

  const change = (id: string, body: object) => panel.send('PATCH', `/beneficiaries/${id}`, body);
  const audited = () =>
    service.sql('SELECT action, actor, object_id, details FROM audit_log WHERE account_id = $1 ORDER BY id', [
      merchant.account.id,
    ]);

  describe('POST /beneficiaries', () => {
    it('returns 201 with exactly its fields, the account number masked', async () => {
      const { status, body } = await panel.post('/beneficiaries', BENEFICIARY);

      expect(status).toBe(201);
      expect(body.data).toEqual({
        id: expect.stringMatching(UUID),
        name: 'Ana Gómez',
        email: 'ana@example.com',
        document: STORED_DOCUMENT,
        country: 'AR',
        bank_country: 'AR',
        currency: 'ARS',
        bank: { name: 'Banco Galicia', cbu: MASKED },
        active: true,
        created_at: expect.stringMatching(ISO),
        updated_at: expect.stringMatching(ISO),
      });
    });

    const ACCOUNT = { name: 'Bank', account_number: '123456789' };
    it.each<[string, object, object, string]>([
      ['BR', { name: 'Itaú', pix_key: '111.444.777-35' }, { type: 'cpf', number: '111.444.777-35' }, 'BRL'],
      ['CL', { ...ACCOUNT, code: '001' }, { type: 'rut', number: '12345678-5' }, 'CLP'],
      ['CO', { ...ACCOUNT, code: '1007', account_type: 'savings' }, { type: 'nit', number: '890903938-8' }, 'COP'],
      ['MX', { name: 'BBVA', clabe: '032180000118359719' }, { type: 'rfc', number: 'XAXX010101000' }, 'MXN'],
      ['BO', { ...ACCOUNT, code: '1' }, { type: 'ci', number: '1234567' }, 'BOB'],
      [
        'US',
        { ...ACCOUNT, routing_number: '021000021', account_type: 'checking' },
        { type: 'ein', number: '1' },
        'USD',
      ],
    ])('accepts a bank in %s', async (country, bank, document, currency) => {
      const created = await create('/beneficiaries', { ...BENEFICIARY, bank_country: country, bank, document });

      expect(created).toMatchObject({ bank_country: country, country: 'AR', currency });
    });

    it.each([
      ['name', { name: ' ' }],
      ['email', { email: undefined }],
      ['email', { email: 'ana' }],
      ['country', { country: 'Argentina' }],
      ['country', { country: 'ar' }],
      ['bank_country', { bank_country: 'PE' }],
      ['document', { document: 'cuit' }],
      ['document', { document: [] }],
      ['document', { document: null }],
      ['document.type', { document: { number: '1' } }],
      ['document.number', { document: { type: 'cuit', number: '20-05536168-3' } }],
      ['bank', { bank: [BANK] }],
      ['bank', { bank: undefined }],
      ['bank.name', { bank: { cbu: CBU } }],
      ['bank.cbu', { bank: { name: 'Banco' } }],
      ['bank.cbu', { bank: { name: 'Banco', cbu: '2850590940090418135202' } }],
      ['bank.cbu', { bank: { name: 'Banco', cbu: 2850590940 } }],
    ])('rejects by %s: %j', async (field, changes) => {
      const response = await panel.post('/beneficiaries', { ...BENEFICIARY, ...changes });

      expectError(response, 422, 'VALIDATION_FAILED', naming(field));
    });

    it('replays its response to the same key', async () => {
      const post = () => panel.post('/beneficiaries', BENEFICIARY, { 'idempotency-key': 'a' });
      const [first, again] = [await post(), await post()];

      expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([201, first.text, 'true']);
      expect((await panel.get('/beneficiaries')).body.data).toHaveLength(1);
    });
  });

  it('GET /beneficiaries lists the newest first, page by page', async () => {
    const ids: string[] = [];
    for (let made = 0; made < 3; made++) ids.unshift((await create('/beneficiaries', BENEFICIARY)).id);
    const first = (await panel.get('/beneficiaries?per_page=2')).body;
    const second = (await panel.get(`/beneficiaries?per_page=2&cursor=${first.meta.next_cursor}`)).body;
    const idsOf = ({ data }: { data: Json[] }) => data.map(({ id }) => id);

    expect([...idsOf(first), ...idsOf(second)]).toEqual(ids);
    expect(second.meta).toEqual({ per_page: 2, next_cursor: null });
    expectError(await panel.get('/beneficiaries?cursor=x'), 422, 'VALIDATION_FAILED', naming('cursor'));
  });

  it('GET /beneficiaries/{id} returns what POST did', async () => {
    const created = await create('/beneficiaries', BENEFICIARY);

    expect((await panel.get(`/beneficiaries/${created.id}`)).body.data).toEqual(created);
  });

  describe('PATCH /beneficiaries/{id}', () => {
    it('changes what is sent, and nothing else', async () => {
      const created = await create('/beneficiaries', BENEFICIARY);
      const { status, body } = await change(created.id, { name: 'Ana María', email: 'am@example.com' });

      expect(status).toBe(200);
      expect(body.data).toEqual({
        ...created,
        name: 'Ana María',
        email: 'am@example.com',
        updated_at: expect.stringMatching(ISO),
      });
      expect((await panel.get(`/beneficiaries/${created.id}`)).body.data).toEqual(body.data);
    });

    it('deactivates and reactivates', async () => {
      const { id } = await create('/beneficiaries', BENEFICIARY);
      expect((await change(id, { active: false })).body.data.active).toBe(false);
      expect((await change(id, { active: true })).body.data.active).toBe(true);
      expect((await audited()).slice(-2)).toMatchObject([
        { action: 'beneficiary.deactivated', actor: merchant.userId, object_id: id },
        { action: 'beneficiary.reactivated' },
      ]);
    });

    it('moves the beneficiary to a bank of another country', async () => {
      const { id } = await create('/beneficiaries', BENEFICIARY);
      const moved = { bank_country: 'MX', bank: { name: 'BBVA', clabe: '032180000118359719' } };
      expectError(await change(id, { bank_country: 'MX' }), 422, 'VALIDATION_FAILED', naming('bank'));

      expect((await change(id, moved)).body.data).toMatchObject({
        bank_country: 'MX',
        currency: 'MXN',
        bank: { name: 'BBVA', clabe: '**************9719' },
      });
    });

    it.each([
      ['active', { active: 'no' }],
      ['email', { email: null }],
      ['bank.name', { bank: { cbu: CBU } }],
      ['bank.cbu', { bank: { name: 'Banco' } }],
      ['document.number', { document: { type: 'dni', number: '1' } }],
    ])('rejects, naming %s: %j, and changes nothing', async (field, changes) => {
      const created = await create('/beneficiaries', BENEFICIARY);
      const response = await change(created.id, { name: 'Other', ...changes });

      expectError(response, 422, 'VALIDATION_FAILED', naming(field));
      expect((await panel.get(`/beneficiaries/${created.id}`)).body.data).toEqual(created);
    });
  });

  describe('the bank accounts', () => {
    it('are registered, listed and deleted', async () => {
      const created = await create('/bank-accounts', BANK_ACCOUNT);
      expect(created).toEqual({
        id: expect.stringMatching(UUID),
        holder_name: 'Café Río',
        document: STORED_DOCUMENT,
        country: 'AR',
        currency: 'ARS',
        bank: { name: 'Banco Galicia', cbu: MASKED },
        created_at: expect.stringMatching(ISO),
      });
      const twice = await create('/bank-accounts', BANK_ACCOUNT);
      expect((await panel.get('/bank-accounts')).body).toMatchObject({
        data: [twice, created],
        meta: { per_page: 20, next_cursor: null },
      });
      expect((await panel.delete(`/bank-accounts/${created.id}`)).body.data).toEqual({ id: created.id, deleted: true });
      expect((await panel.get('/bank-accounts')).body.data).toEqual([twice]);
      expectError(await panel.delete(`/bank-accounts/${created.id}`), 404, 'BANK_ACCOUNT_NOT_FOUND');
    });

    it.each([
      ['holder_name', { holder_name: '' }],
      ['country', { country: 'PE' }],
      ['currency', { currency: 'USD' }],
      ['currency', { currency: undefined }],
      ['bank.cbu', { bank: { name: 'Banco', cbu: '1' } }],
      ['document.number', { document: { type: 'cuit', number: '1' } }],
    ])('are rejected, naming %s: %j', async (field, changes) => {
      const response = await panel.post('/bank-accounts', { ...BANK_ACCOUNT, ...changes });

      expectError(response, 422, 'VALIDATION_FAILED', naming(field));
    });
  });

  describe('GET /payouts/transfer-min-amount', () => {
    const read = (query: string) => panel.get(`/payouts/transfer-min-amount${query}`);

    it.each([
      ['', '5000.00', 'ARS', null],
      ['?origin_currency=USD', '5.00', 'USD', null],
      ['?origin_currency=CLP', '4750', 'CLP', null],
      ['?origin_currency=ARS&destination_country=BR', '5000.00', 'ARS', '1000.00'],
      ['?origin_currency=USD&destination_country=AR&destination_currency=ARS', '5.00', 'USD', '1.00'],
    ])('%s returns %s %s, the route’s minimum being %s', async (query, amount, currency, routeMinimum) => {
      const { status, body } = await read(query);

      expect(status).toBe(200);
      expect(body.data).toEqual({ amount, currency, usd_floor: '5.00', route_minimum: routeMinimum });
    });

    it.each([
      ['origin_currency', '?origin_currency=ZZZ'],
      ['origin_currency', '?origin_currency='],
      ['destination_currency', '?origin_currency=ARS&destination_country=BR&destination_currency=brl'],
      ['destination_country', '?origin_currency=ARS&destination_country=PE'],
      ['destination_country', '?destination_country=AR&destination_country=BR'],
    ])('is rejected, naming %s: %s', async (field, query) => {
      expectError(await read(query), 422, 'VALIDATION_FAILED', naming(field));
    });

    it('is rejected where money cannot be sent', async () => {
      const rejected = await read('?origin_currency=ARS&destination_country=BR&destination_currency=ARS');

      expectError(rejected, 422, 'PAYOUT_ROUTE_UNAVAILABLE');
    });
  });

  it('the terms of transfers are accepted once for the account', async () => {
    const before = (await panel.get('/transfers/terms-status')).body.data;
    expect(before).toEqual({
      accepted: false,
      version: null,
      accepted_at: null,
      current_version: expect.any(String),
      text: expect.stringContaining('transferencia'),
    });
    const version = before.current_version as string;
    const wrong = await panel.post('/transfers/accept-terms', { version: '1' });
    expectError(wrong, 422, 'VALIDATION_FAILED', naming('version'));
    const { status, body } = await panel.post('/transfers/accept-terms', { version });
    expect(status).toBe(200);
    expect(body.data).toEqual({ accepted: true, version, accepted_at: expect.stringMatching(ISO) });
    const colleague = await userWith(service, merchant, 'view_payins');
    expect((await colleague.post('/transfers/accept-terms', { version })).body).toEqual(body);
    expect((await panel.get('/transfers/terms-status')).body.data).toMatchObject({ ...body.data, text: before.text });
    expect((await audited()).filter(({ action }) => action === 'transfer_terms.accepted')).toMatchObject([
      { actor: merchant.userId, details: { version } },
    ]);
  });

  describe('who may', () => {
    const operations = [
      ['GET', '/beneficiaries', 'manage_beneficiaries'],
      ['POST', '/beneficiaries', 'manage_beneficiaries'],
      ['GET', '/beneficiaries/{id}', 'manage_beneficiaries'],
      ['PATCH', '/beneficiaries/{id}', 'manage_beneficiaries'],
      ['GET', '/bank-accounts', 'manage_account'],
      ['POST', '/bank-accounts', 'manage_account'],
      ['DELETE', '/bank-accounts/{id}', 'manage_account'],
    ] as const;
    const BODIES = { '/beneficiaries': BENEFICIARY, '/bank-accounts': BANK_ACCOUNT };

    async function call(by: HttpClient, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string) {
      const collection = path.replace('/{id}', '') as keyof typeof BODIES;
      const { id } = await create(collection, BODIES[collection]);
      const body = { POST: BODIES[collection], PATCH: { name: 'Other' }, GET: undefined, DELETE: undefined }[method];
      return by.send(method, path.replace('{id}', id), body);
    }

    it.each(operations)('%s %s needs %s', async (method, path, permission) => {
      const others = ['manage_beneficiaries', 'manage_account'].filter((name) => name !== permission);
      const without = await userWith(service, merchant, ...others, 'create_payouts', 'view_payouts');
      expectError(await call(without, method, path), 403, 'PERMISSION_DENIED');
      const holder = await userWith(service, merchant, permission);
      expect((await call(holder, method, path)).status).toBe(method === 'POST' ? 201 : 200);
    });

    it.each(operations.filter(([, path]) => path.includes('{id}')))(
      '%s %s does not find what another account has',
      async (method, path) => {
        const stranger = (await signIn(service, await service.merchant())).panel;
        const code = path.startsWith('/bank') ? 'BANK_ACCOUNT_NOT_FOUND' : 'BENEFICIARY_NOT_FOUND';

        expectError(await call(stranger, method, path), 404, code);
        expectError(await panel.send(method, path.replace('{id}', newId()), {}), 404, code);
      },
    );

    it('every user may read the minimum, and read and accept the terms', async () => {
      const colleague = await userWith(service, merchant, 'manage_webhooks');
      const { current_version: version } = (await colleague.get('/transfers/terms-status')).body.data as Json;

      expect((await colleague.get('/payouts/transfer-min-amount')).status).toBe(200);
      expect((await colleague.post('/transfers/accept-terms', { version })).status).toBe(200);
    });
  });

  it('full account numbers are in no response, no table and no audit entry (rule 14.14)', async () => {
    const { id } = await create('/beneficiaries', BENEFICIARY);
    const account = await create('/bank-accounts', BANK_ACCOUNT);
    const said = [
      await panel.get('/beneficiaries'),
      await panel.get('/bank-accounts'),
      await change(id, { bank: { name: 'Macro', cbu: CBU } }),
      await panel.delete(`/bank-accounts/${account.id}`),
    ].map(({ text }) => text);
    const rows = [
      ...(await service.sql(`SELECT b::text, encode(bank_sealed, 'escape') FROM beneficiaries b`)),
      ...(await service.sql(`SELECT b::text, encode(bank_sealed, 'escape') FROM bank_accounts b`)),
    ];

    expect(JSON.stringify([said, rows, await audited()])).not.toContain(CBU);
    expect((await audited()).map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'beneficiary.created',
        'beneficiary.updated',
        'bank_account.created',
        'bank_account.deleted',
      ]),
    );
  });
});
