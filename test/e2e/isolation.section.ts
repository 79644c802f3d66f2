import { newId } from '@app/kernel';
import { DatabaseContents } from '../support/database-contents';
import { cancelNewLink, queueDelivery } from '../support/deliveries';
import { LINK } from '../support/external-operations';
import { HttpClient, type HttpResponse, type Method } from '../support/http-client';
import { paymentIdOf, payNewLink, payTooLittle } from '../support/paid-links';
import { signIn } from '../support/panel';
import { adjust } from '../support/panel-money';
import { RecordedStatements } from '../support/recorded-statements';
import { TestService, type Merchant } from '../support/service';

/** Every operation of both APIs that takes an id; the first test compares this list with the documents. */
const OPERATIONS = [
  'GET /v1/payment-links/{id}',
  'DELETE /v1/payment-links/{id}',
  'GET /v1/cards/payment-links/{id}',
  'DELETE /v1/cards/payment-links/{id}',
  'GET /v1/webhooks/{id}',
  'PUT /v1/webhooks/{id}',
  'DELETE /v1/webhooks/{id}',
  'POST /v1/webhooks/{id}/rotate-secret',
  'DELETE /api/v1/clients/auth/sessions/{id}',
  'PATCH /api/v1/clients/api-keys/{id}',
  'DELETE /api/v1/clients/api-keys/{id}',
  'PATCH /api/v1/clients/users/{id}',
  'POST /api/v1/clients/users/{id}/invite',
  'DELETE /api/v1/clients/users/{id}',
  'GET /api/v1/clients/virtual-wallets/{id}/proof',
  'GET /api/v1/clients/received-payments/{id}',
  'GET /api/v1/clients/payment-links/{id}',
  'PATCH /api/v1/clients/payment-links/{id}/cancel',
  'GET /api/v1/clients/beneficiaries/{id}',
  'PATCH /api/v1/clients/beneficiaries/{id}',
  'DELETE /api/v1/clients/bank-accounts/{id}',
  'GET /api/v1/clients/webhooks/{id}',
  'PUT /api/v1/clients/webhooks/{id}',
  'DELETE /api/v1/clients/webhooks/{id}',
  'POST /api/v1/clients/webhooks/{id}/rotate-secret',
  'POST /api/v1/clients/webhooks/{id}/test',
  'GET /api/v1/clients/cards/payment-links/{id}',
  'PATCH /api/v1/clients/cards/payment-links/{id}/cancel',
  'GET /api/v1/clients/webhook-deliveries/{id}',
  'POST /api/v1/clients/webhook-deliveries/{id}/resend',
  'GET /api/v1/clients/payouts/{id}',
  'POST /api/v1/clients/received-payments/{id}/refunds',
  'POST /api/v1/clients/received-payments/{id}/refunds/estimate',
  'GET /api/v1/clients/refunds/{id}',
  'GET /api/v1/clients/disputes/{id}',
];
/** Operations of the external API on links, which belong to a user. */
const ON_LINKS = OPERATIONS.filter((operation) => /^\S+ \/v1\/.*payment-links/.test(operation));
/** Operations of the panel on sessions, which belong to a user. */
const ON_SESSIONS = OPERATIONS.filter((operation) => operation.includes('/auth/sessions'));
/** The other operations of the panel, on objects that belong to the account. */
const IN_PANEL = OPERATIONS.filter((operation) => operation.includes('/clients/') && !ON_SESSIONS.includes(operation));
/** Operations of the external API on endpoints, which belong to the account. */
const ON_ENDPOINTS = OPERATIONS.filter((operation) => operation.includes(' /v1/webhooks'));

const anEmail = () => `${newId()}@example.com`;
const anUrl = () => `https://127.0.0.1:9/${newId()}`;
const DESTINATION = {
  document: { type: 'cuit', number: '20-05536168-2' },
  country: 'AR',
  bank: { name: 'Banco', cbu: '2850590940090418135201' },
};

/** The body that creates an object in each collection; every body has a different address. */
const NEW: Readonly<Record<string, () => object>> = {
  '/v1/payment-links': () => LINK,
  '/v1/cards/payment-links': () => LINK,
  '/v1/webhooks': () => ({ url: anUrl() }),
  '/api/v1/clients/api-keys': () => ({ name: 'Shop', permissions: ['*'] }),
  '/api/v1/clients/webhooks': () => ({ url: anUrl() }),
  '/api/v1/clients/cards/payment-links': () => LINK,
  '/api/v1/clients/users': () => ({ email: anEmail(), permissions: ['view_payins'] }),
  '/api/v1/clients/payment-links': () => ({ ...LINK, amount: 50, currency: 'USD', currency_destiny: 'USD' }),
  '/api/v1/clients/beneficiaries': () => ({
    ...DESTINATION,
    name: 'Ana Gómez',
    email: 'ana@example.com',
    bank_country: 'AR',
  }),
  '/api/v1/clients/bank-accounts': () => ({ ...DESTINATION, holder_name: 'Café Río', currency: 'ARS' }),
};

/** The body of a valid change of an object, by method. */
const CHANGES: Readonly<Record<string, () => object>> = {
  'PATCH /api/v1/clients/users/{id}': () => ({ permissions: ['view_payouts'], is_active: false }),
  PUT: () => ({ url: anUrl(), description: 'Taken over', is_active: false }),
  PATCH: () => ({ name: 'Taken over', permissions: ['webhooks:read'], is_active: false }),
};

/** How the owner of a link does what the panel does with links of the other kind only. */
const ON_THE_OTHER_KIND: Readonly<Record<string, string>> = {
  'GET /api/v1/clients/payment-links/{id}': 'GET /v1/cards/payment-links/{id}',
  'PATCH /api/v1/clients/payment-links/{id}/cancel': 'DELETE /v1/cards/payment-links/{id}',
  'GET /api/v1/clients/cards/payment-links/{id}': 'GET /v1/payment-links/{id}',
  'PATCH /api/v1/clients/cards/payment-links/{id}/cancel': 'DELETE /v1/payment-links/{id}',
};

const OTHER_KIND: Readonly<Record<string, string>> = {
  '/v1/payment-links': '/v1/cards/payment-links',
  '/v1/cards/payment-links': '/v1/payment-links',
};

/** A user with an API key, signed in to the panel. Paths of both clients begin at the root. */
interface Party {
  userId: string;
  api: HttpClient;
  panel: HttpClient;
}

type Name = 'owner' | 'colleague' | 'stranger';

const collectionOf = (operation: string): string => operation.slice(operation.indexOf('/'), operation.indexOf('/{id}'));

interface Unreachable {
  operation: string;
  /** The owner or kind of the id. */
  what: string;
  /** The collection in which the owner created it. */
  madeIn: string;
  by: Name;
  /** The same operation for the owner, if it differs. */
  owners?: string;
}

const NOT_FOUND: readonly Unreachable[] = [
  ...OPERATIONS.map((operation) => ({
    operation,
    what: 'the id of another account',
    madeIn: collectionOf(operation),
    by: 'stranger' as const,
  })),
  ...[...ON_LINKS, ...ON_SESSIONS].map((operation) => ({
    operation,
    what: 'the id of another user of the account',
    madeIn: collectionOf(operation),
    by: 'colleague' as const,
  })),
  ...ON_LINKS.map((operation) => ({
    operation,
    what: 'the id of the user’s own link of the other kind',
    madeIn: OTHER_KIND[collectionOf(operation)]!,
    by: 'owner' as const,
    owners: operation.replace(collectionOf(operation), OTHER_KIND[collectionOf(operation)]!),
  })),
  ...Object.entries(ON_THE_OTHER_KIND).map(([operation, owners]) => ({
    operation,
    what: 'the id of a link of the account of the other kind',
    madeIn: collectionOf(owners),
    by: 'owner' as const,
    owners,
  })),
];

/** Headers that differ from one request to the next. */
const PASSING = ['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-remaining-ip'];

/** Everything that the caller sees of a response, including the order of its headers. */
function visible({ status, headers, text }: HttpResponse) {
  return { status, text, headers: Object.entries(headers).filter(([name]) => !PASSING.includes(name)) };
}

describe('the objects of one account or user, requested by others', () => {
  let service: TestService;
  let contents: DatabaseContents;
  let statements: RecordedStatements;
  let merchants: { owner: Merchant; stranger: Merchant };
  let parties: Readonly<Record<Name, Party>>;

  beforeAll(async () => {
    service = await TestService.start();
    contents = new DatabaseContents(service);
    statements = new RecordedStatements(service);
    const owner = await service.merchant({ usd: true, cards: true });
    const stranger = await service.merchant({ localCurrency: 'CLP', usd: true, cards: true });
    merchants = { owner, stranger };
    parties = { owner: await party(owner), colleague: await colleagueOf(owner), stranger: await party(stranger) };
  });

  afterAll(async () => {
    statements.stop();
    await service.stop();
  });

  async function party(merchant: Pick<Merchant, 'userId' | 'email' | 'password' | 'api'>): Promise<Party> {
    const { token } = await signIn(service, merchant);
    const panel = new HttpClient(service.url, { authorization: `Bearer ${token}` });
    return { userId: merchant.userId, api: merchant.api, panel };
  }

  async function colleagueOf(merchant: Merchant): Promise<Party> {
    const { id: userId, email, password } = await service.addUser(merchant);
    const { api } = await service.issueKey(merchant, { userId });
    return party({ userId, email, password, api });
  }

  const send = ({ api, panel }: Pick<Party, 'api' | 'panel'>, path: string): HttpClient =>
    path.startsWith('/v1/') ? api : panel;

  function ask(by: Party, operation: string, id = ''): Promise<HttpResponse> {
    const [method, path] = operation.split(' ') as [Method, string];
    return send(by, path).send(method, path.replace('{id}', id), (CHANGES[operation] ?? CHANGES[method])?.());
  }

  async function make(by: Party, collection: string, body = NEW[collection]?.(), headers = {}): Promise<string> {
    if (!body) return MADE_OTHERWISE[collection]!(by);
    const response = await send(by, collection).post(collection, body, headers);
    if (response.status !== 201) throw new Error(`nothing was made in ${collection}: ${response.text}`);
    return response.body.data.id as string;
  }

  /** Objects that are not created by a `POST` to their collection. */
  const MADE_OTHERWISE: Readonly<Record<string, (by: Party) => Promise<string>>> = {
    '/api/v1/clients/virtual-wallets': async ({ userId }) =>
      Object.values(merchants).find((merchant) => merchant.userId === userId)!.local!.id,
    '/api/v1/clients/auth/sessions': async ({ userId }) => {
      const { panel } = await party(Object.values(merchants).find((merchant) => merchant.userId === userId)!);
      return currentSessionOf(panel);
    },
    '/api/v1/clients/received-payments': async (by) => paymentIdOf(service, await payNewLink(service, by)),
    '/api/v1/clients/webhook-deliveries': async (by) => queueDelivery(service, by),
    '/api/v1/clients/refunds': async (by) => {
      const payment = await make(by, '/api/v1/clients/received-payments');
      return make(by, `/api/v1/clients/received-payments/${payment}/refunds`, { amount: '10.00' });
    },
    '/api/v1/clients/disputes': async (by) => {
      const link = await payNewLink(service, by);
      await service.simulate(link, { event: 'dispute' });
      const { body } = await by.panel.get('/api/v1/clients/disputes');
      return (body.data as { id: string; payment_link_id: string }[]).find((one) => one.payment_link_id === link)!.id;
    },
    '/api/v1/clients/payouts': async (by) => {
      const { local } = merchants.owner;
      await adjust(service, { local }, '10000.00');
      const order = { type: 'payout', virtual_wallet_id: local!.id, amount: '10000.00' };
      const bank_account_id = await make(by, '/api/v1/clients/bank-accounts');
      return make(by, '/api/v1/clients/payouts', { ...order, bank_account_id });
    },
  };

  async function currentSessionOf(panel: HttpClient): Promise<string> {
    const { body } = await panel.get('/api/v1/clients/auth/sessions');
    return (body.data as { id: string; current: boolean }[]).find(({ current }) => current)!.id;
  }

  async function documented(wanted: (method: string, path: string) => boolean): Promise<string[]> {
    const { paths } = (await service.anonymous().get('/docs/openapi.json')).body as { paths: Record<string, object> };
    const all = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method, path]),
    );
    return all.flatMap(([method, path]) => (wanted(method!, path!) ? [`${method!.toUpperCase()} ${path}`] : []));
  }

  it('knows every operation that takes an id', async () => {
    expect([...OPERATIONS].sort()).toEqual((await documented((_method, path) => path.includes('{id}'))).sort());
  });

  describe.each(NOT_FOUND)('$operation, asked for $what', ({ operation, madeIn, by, owners = operation }) => {
    const asked = (id: string) => ask(parties[by], operation, id);

    it('returns the same bytes as for an unknown id', async () => {
      const foreign = await asked(await make(parties.owner, madeIn));

      expect(visible(foreign)).toEqual(visible(await asked(newId())));
      expect(foreign.status).toBe(404);
    });

    it('writes nothing', async () => {
      const id = await make(parties.owner, madeIn);
      const before = await contents.now();
      await asked(id);

      expect(await contents.now()).toEqual(before);
    });

    it('lets the owner do the same afterwards', async () => {
      const id = await make(parties.owner, madeIn);
      await asked(id);

      expect([200, 201]).toContain((await ask(parties.owner, owners, id)).status);
    });

    it('runs the same statements as for an unknown id, so that timing reveals nothing', async () => {
      const id = await make(parties.owner, madeIn);
      // The key was read when the object was made, and is read again once its cached copy has aged in the meantime.
      const during = async (of: string) =>
        (await statements.during(() => asked(of))).filter((name) => name !== 'credentials.find');
      const foreign = await during(id);

      expect(foreign).toEqual(await during(newId()));
      expect(foreign).not.toEqual([]);
    });
  });

  it('another account’s objects are also invisible after they were deleted', async () => {
    const id = await make(parties.owner, '/v1/webhooks');
    await ask(parties.owner, 'DELETE /v1/webhooks/{id}', id);
    const read = (key: string) => ask(parties.stranger, 'GET /v1/webhooks/{id}', key);

    expect(visible(await read(id))).toEqual(visible(await read(newId())));
  });

  it('the recorded statements differ when a link is found and cancelled', async () => {
    const id = await make(parties.owner, '/v1/payment-links');
    const cancel = (key: string) => ask(parties.owner, 'DELETE /v1/payment-links/{id}', key);

    expect(await statements.during(() => cancel(id))).not.toEqual(await statements.during(() => cancel(newId())));
  });

  describe('are accessible to those who may see them, so the rejections above are about access', () => {
    it.each(ON_LINKS)('%s: by another key of the same user', async (operation) => {
      const id = await make(parties.owner, collectionOf(operation));
      const { api } = await service.issueKey(merchants.owner);

      expect((await ask({ ...parties.owner, api }, operation, id)).status).toBe(200);
    });

    it.each(ON_LINKS)('%s: by the user’s key when the link was created in the panel', async (operation) => {
      const id = await make(parties.owner, collectionOf(operation));
      await service.sql('UPDATE payment_links SET api_key_id = NULL WHERE id = $1', [id]);

      expect((await ask(parties.owner, operation, id)).status).toBe(200);
    });

    it.each(ON_LINKS)('%s: by the user’s key when the key that created the link was deleted', async (operation) => {
      const { keyId, api } = await service.issueKey(merchants.owner);
      const id = await make({ ...parties.owner, api }, collectionOf(operation));
      await ask(parties.owner, 'DELETE /api/v1/clients/api-keys/{id}', keyId);

      expect((await ask(parties.owner, operation, id)).status).toBe(200);
    });

    it.each(ON_ENDPOINTS)(
      '%s: by a key of another user of the account, with just the permission',
      async (operation) => {
        const id = await make(parties.owner, collectionOf(operation));
        const { api } = await service.issueKey(merchants.owner, {
          userId: parties.colleague.userId,
          permissions: [operation.startsWith('GET') ? 'webhooks:read' : 'webhooks:write'],
        });

        expect((await ask({ ...parties.colleague, api }, operation, id)).status).toBe(200);
      },
    );

    it.each(IN_PANEL)('%s: by another user of the account', async (operation) => {
      const id = await make(parties.owner, collectionOf(operation));

      expect([200, 201]).toContain((await ask(parties.colleague, operation, id)).status);
    });
  });

  describe('lists and single objects without an id', () => {
    /** Text that must be in the owner's response, and not in responses to others. */
    const MARKS: Readonly<Record<string, () => Promise<string[]>>> = {
      'GET /v1/webhooks': async () => [await make(parties.owner, '/v1/webhooks')],
      'GET /v1/wallets': async () => ['"ARS"'],
      'GET /v1/payment-methods': async () => ['"ars_transfer"', '"ars_qr"'],
      'GET /api/v1/clients/api-keys': async () => [
        await make(parties.owner, '/api/v1/clients/api-keys'),
        merchants.owner.account.slug,
      ],
      'GET /api/v1/clients/users': async () => [
        await make(parties.owner, '/api/v1/clients/users'),
        merchants.owner.email,
      ],
      'GET /api/v1/clients/audit-log': async () => [
        await make(parties.owner, '/api/v1/clients/api-keys'),
        merchants.owner.userId,
      ],
      'GET /api/v1/clients/account': async () => {
        const { id, slug } = merchants.owner.account;
        return [id, slug, merchants.owner.email];
      },
      'GET /api/v1/clients/auth/me': async () => [merchants.owner.userId, merchants.owner.account.id],
      'GET /api/v1/clients/auth/session': async () => [merchants.owner.userId, merchants.owner.account.id],
      'GET /api/v1/clients/auth/sessions': async () => [await make(parties.owner, '/api/v1/clients/auth/sessions')],
      'GET /api/v1/clients/virtual-wallets': async () => [merchants.owner.local!.id, merchants.owner.usd!.id],
      'GET /api/v1/clients/usd-wallet': async () => [merchants.owner.usd!.id],
      'GET /api/v1/clients/balance-movements': async () => [await payNewLink(service, parties.owner)],
      'GET /api/v1/clients/balance-movements/stats': async () => [merchants.owner.local!.id],
      'GET /api/v1/clients/balance-movements/series': async () => {
        await payNewLink(service, parties.owner);
        const { body } = await ask(parties.owner, 'GET /api/v1/clients/virtual-wallets');
        const [{ balance }] = body.data as [{ balance: string }];
        return [`"balance":"${balance}"`];
      },
      'GET /api/v1/clients/received-payments': async () => [
        await make(parties.owner, '/api/v1/clients/received-payments'),
      ],
      'GET /api/v1/clients/refunds': async () => [await make(parties.owner, '/api/v1/clients/refunds')],
      'GET /api/v1/clients/disputes': async () => [await make(parties.owner, '/api/v1/clients/disputes')],
      'GET /api/v1/clients/payment-links': async () => [await make(parties.owner, '/v1/payment-links')],
      'GET /api/v1/clients/beneficiaries': async () => [await make(parties.owner, '/api/v1/clients/beneficiaries')],
      'GET /api/v1/clients/bank-accounts': async () => [await make(parties.owner, '/api/v1/clients/bank-accounts')],
      'GET /api/v1/clients/payouts': async () => [await make(parties.owner, '/api/v1/clients/payouts')],
      'GET /api/v1/clients/payouts/transfer-min-amount': async () => ['"ARS"'],
      'GET /api/v1/clients/transfers/terms-status': async () => {
        const { body } = await ask(parties.owner, 'GET /api/v1/clients/transfers/terms-status');
        const { current_version: version } = body.data as { current_version: string };
        await parties.owner.panel.post('/api/v1/clients/transfers/accept-terms', { version });
        return ['"accepted":true'];
      },
      'GET /api/v1/clients/cards/payment-links': async () => [await make(parties.owner, '/v1/cards/payment-links')],
      'GET /api/v1/clients/payment-exceptions': async () => [await payTooLittle(service, parties.owner)],
      'GET /api/v1/clients/payouts/fee-configuration': async () => ['"ARS"'],
      'GET /api/v1/clients/webhooks': async () => [await make(parties.owner, '/v1/webhooks')],
      'GET /api/v1/clients/webhook-deliveries': async () => [
        await cancelNewLink(service, parties.owner, { webhook_url: anUrl() }),
      ],
    };

    /** A user of another account, which collects in USD only. */
    let newcomer: Party;

    beforeAll(async () => {
      newcomer = await party(await service.merchant({ localCurrency: null, usd: true }));
    });

    it('are all in this list', async () => {
      const wanted = await documented((method, path) => method === 'get' && !path.includes('{id}'));

      expect(Object.keys(MARKS).sort()).toEqual(wanted.sort());
    });

    it.each(Object.keys(MARKS))('%s shows the account’s own data', async (operation) => {
      const marks = await MARKS[operation]!();
      const { text } = await ask(parties.owner, operation);

      expect(marks.filter((mark) => !text.includes(mark))).toEqual([]);
    });

    it.each(Object.keys(MARKS))('%s shows nothing of another account', async (operation) => {
      const marks = await MARKS[operation]!();
      const { status, text } = await ask(newcomer, operation);

      expect(status).toBe(200);
      expect(marks.filter((mark) => text.includes(mark))).toEqual([]);
    });

    it('a cursor of one account returns only the own keys of another account', async () => {
      const own = await make(parties.stranger, '/api/v1/clients/api-keys');
      for (let made = 0; made < 2; made++) await make(parties.owner, '/api/v1/clients/api-keys');
      const list = async (by: Party, query: string) => (await by.panel.get(`/api/v1/clients/api-keys?${query}`)).body;
      const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
      const cursor = (await list(parties.owner, 'per_page=1')).meta.next_cursor as string;
      const shown = idsOf(await list(parties.stranger, `per_page=50&cursor=${cursor}`));

      expect(shown).toContain(own);
      expect(idsOf(await list(parties.stranger, 'per_page=50'))).toEqual(expect.arrayContaining(shown));
    });
  });

  describe('webhook endpoints', () => {
    it('may be registered at an address that another account has registered', async () => {
      const body = { url: anUrl() };
      const first = await parties.owner.api.post('/v1/webhooks', body);
      const second = await parties.stranger.api.post('/v1/webhooks', body);

      expect([first.status, second.status]).toEqual([201, 201]);
      expect((await parties.colleague.api.post('/v1/webhooks', body)).body.code).toBe('WEBHOOK_ALREADY_EXISTS');
    });

    it('may be changed to an address that another account has registered', async () => {
      const url = anUrl();
      await make(parties.owner, '/v1/webhooks', { url });
      const own = await make(parties.owner, '/v1/webhooks');
      const foreign = await make(parties.stranger, '/v1/webhooks');
      const move = (by: Party, id: string) => by.api.send('PUT', `/v1/webhooks/${id}`, { url });

      expect((await move(parties.stranger, foreign)).body.data.url).toBe(url);
      expect((await move(parties.owner, own)).body.code).toBe('WEBHOOK_ALREADY_EXISTS');
    });

    it('of one account do not count for the limit of another account', async () => {
      const [full, other] = [await party(await service.merchant()), await party(await service.merchant())];
      for (let count = 0; count < 50; count++) await make(full, '/v1/webhooks');
      const oneMore = (by: Party) => by.api.post('/v1/webhooks', { url: anUrl() });

      expect([(await oneMore(full)).status, (await oneMore(other)).status]).toEqual([422, 201]);
    });

    it('get no events of another account, even at the same address', async () => {
      const url = anUrl();
      const own = await make(parties.owner, '/v1/webhooks', { url });
      await make(parties.stranger, '/v1/webhooks', { url });
      const id = await make(parties.owner, '/v1/payment-links');
      await ask(parties.owner, 'DELETE /v1/payment-links/{id}', id);

      const queued = await service.sql('SELECT endpoint_id FROM webhook_deliveries WHERE url = $1', [url]);
      expect(queued).toEqual([{ endpoint_id: own }]);
    });
  });

  // An address has one user across all accounts, so no two accounts can send the same.
  const SENT_ALIKE = Object.keys(NEW).filter((collection) => !collection.endsWith('/users'));
  describe.each(SENT_ALIKE)('an Idempotency-Key of POST %s', (collection) => {
    // An account has at most 50 endpoints, and earlier tests have made many.
    beforeAll(async () => {
      const { body } = await parties.owner.api.get('/v1/webhooks');
      for (const { id } of body.data as { id: string }[]) await parties.owner.api.delete(`/v1/webhooks/${id}`);
    });

    const post = (by: Party, key: string, body: object) =>
      send(by, collection).post(collection, body, { 'idempotency-key': key });

    it('replays to its user, and does not to others who send the same', async () => {
      const [key, body] = [newId(), NEW[collection]!()];
      const first = await post(parties.owner, key, body);
      const foreign = await post(parties.stranger, key, body);
      const colleagues = await post(parties.colleague, key, body);
      const again = await post(parties.owner, key, body);

      expect([foreign.status, foreign.headers['idempotency-replayed']]).toEqual([201, undefined]);
      expect(foreign.body.data.id).not.toBe(first.body.data.id);
      expect(colleagues.headers['idempotency-replayed']).toBeUndefined();
      expect(colleagues.body.data?.id).not.toBe(first.body.data.id);
      const { data } = first.body;
      // A secret is shown once: the repeated response has null in its place.
      const secrets = { ...('secret' in data && { secret: null }), ...('api_key' in data && { api_key: null }) };
      expect(again.body).toEqual({ ...first.body, data: { ...data, ...secrets } });
      expect(again.headers['idempotency-replayed']).toBe('true');
    });

    it.each<[string, Name]>([
      ['another account', 'stranger'],
      ['another user of the account', 'colleague'],
    ])('may be used by %s for another body', async (_whose, other) => {
      const [key, body] = [newId(), NEW[collection]!()];
      await post(parties.owner, key, body);
      const changed =
        'description' in body ? { ...body, description: 'Order 1002' } : { ...body, ...NEW[collection]!() };
      const different = { ...changed, unknown_field: key };

      expect((await post(parties[other], key, different)).status).toBe(201);
      expect((await post(parties.owner, key, different)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    });
  });

  describe('the requests of a key', () => {
    const LIMIT = 3;
    const spend = async ({ api }: { api: HttpClient }) => {
      const statuses: number[] = [];
      for (let count = 0; count <= LIMIT; count++) statuses.push((await api.get('/v1/wallets')).status);
      return statuses;
    };

    it.each<[string, () => Promise<{ api: HttpClient }>]>([
      ['another key of the same user', () => service.issueKey(merchants.owner, { rateLimit: LIMIT })],
      [
        'a key of another user of the account',
        () => service.issueKey(merchants.owner, { userId: parties.colleague.userId, rateLimit: LIMIT }),
      ],
      ['a key of another account', () => service.issueKey(merchants.stranger, { rateLimit: LIMIT })],
    ])('are not counted against %s', async (_whose, issue) => {
      const spent = await service.issueKey(merchants.owner, { rateLimit: LIMIT });
      const other = await issue();
      expect(await spend(spent)).toEqual([200, 200, 200, 429]);

      const { headers } = await other.api.get('/v1/wallets');
      expect(headers['x-ratelimit-remaining']).toBe(String(LIMIT - 1));
    });
  });

  it('the secret of a key is invalid with the prefix of another account', async () => {
    const { owner, stranger } = merchants;
    const renamed = owner.apiKey.replace(owner.account.slug, stranger.account.slug);
    const use = (key: string) => service.anonymous().get('/v1/wallets', { 'x-api-key': key });

    expect((await use(renamed)).body.code).toBe('invalid_api_key');
    expect((await use(owner.apiKey)).status).toBe(200);
  });
});
