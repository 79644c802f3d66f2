import { newId } from '@app/kernel';
import { readLink } from '../../support/paid-links';
import { allDone, cancelNewLink, isSignedWith, register, signerOf } from '../../support/deliveries';
import { call, OPERATIONS, type Operation } from '../../support/external-operations';
import type { HttpResponse } from '../../support/http-client';
import { signIn } from '../../support/panel';
import { Receiver } from '../../support/receiver';
import { TestService, type Merchant, type TestKey } from '../../support/service';

const SHOP = 'https://shop.example';
const LISTED = [SHOP, 'https://www.shop.example'];

describe('Authentication', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    receiver = await Receiver.start();
    merchant = await service.merchant({ cards: true });
  });

  afterEach(() => service.stopWorker());

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const use = (headers: Record<string, string>) => service.anonymous().get('/v1/wallets', headers);

  function expectLayer({ status, body }: HttpResponse, wanted: number, code: string): void {
    expect(body).toEqual({ error: expect.any(String), code });
    expect(status).toBe(wanted);
  }

  it('the key alone is enough, and creates objects of its account (rule 2.1)', async () => {
    const linkId = await service.createLink({ api: merchant.api });

    const [link] = await service.sql('SELECT account_id, user_id FROM payment_links WHERE id = $1', [linkId]);
    expect(link).toEqual({ account_id: merchant.account.id, user_id: merchant.userId });
  });

  it('the prefix names the account, and the rest has to prove it (rule 2.1)', async () => {
    const other = await service.merchant();
    const mixed = merchant.apiKey.slice(0, -48) + other.apiKey.slice(-48);

    expectLayer(await use({ 'x-api-key': mixed }), 401, 'invalid_api_key');
  });

  it('a prefix that names no account has its own error (rule 2.1)', async () => {
    const stranger = `pay_nobodyhasthis_live_${merchant.apiKey.slice(-48)}`;

    expectLayer(await use({ 'x-api-key': stranger }), 401, 'invalid_tenant');
  });

  it('no field names the account: one that is sent changes nothing (rule 2.2)', async () => {
    const { account } = await service.merchant({ localCurrency: 'BRL' });
    const linkId = await service.createLink(merchant, { account_id: account.id, account: account.slug });

    expect((await readLink(merchant, linkId)).currency_destiny).toBe('ARS');
  });

  const headersOf: readonly (readonly [header: string, headers: (key: string) => Record<string, string>])[] = [
    ['X-API-KEY', (key) => ({ 'x-api-key': key })],
    ['Authorization: Bearer', (key) => ({ authorization: `Bearer ${key}` })],
    ['Authorization: bearer, in lower case', (key) => ({ authorization: `bearer ${key}` })],
  ];
  it.each(headersOf)('the key may come in %s (rule 2.3)', async (_header, headers) => {
    expect((await use(headers(merchant.apiKey))).status).toBe(200);
  });

  it('with both, Authorization is read (rule 2.3)', async () => {
    const headers = { authorization: 'Bearer wrong', 'x-api-key': merchant.apiKey };

    expectLayer(await use(headers), 401, 'invalid_key_format');
  });

  it('with both, X-API-KEY is ignored silently (rule 2.3)', async () => {
    const headers = { authorization: `Bearer ${merchant.apiKey}`, 'x-api-key': 'wrong' };

    expect((await use(headers)).status).toBe(200);
  });

  it.each(['api_key', 'X-API-KEY', 'Authorization', 'token'])(
    'a key in the query string is ignored: ?%s= (rule 2.3)',
    async (name) => {
      const value = encodeURIComponent(name === 'Authorization' ? `Bearer ${merchant.apiKey}` : merchant.apiKey);

      expectLayer(await service.anonymous().get(`/v1/wallets?${name}=${value}`), 401, 'missing_api_key');
    },
  );

  describe('allowed origins', () => {
    it.each([
      ['an empty list accepts every origin', [], 'https://evil.example', 200],
      ['an empty list requires no header', [], undefined, 200],
      ['an origin in the list is accepted', LISTED, 'https://www.shop.example', 200],
      ['an origin outside the list is rejected', LISTED, 'https://evil.example', 403],
      ['one with another scheme is rejected', LISTED, 'http://shop.example', 403],
      ['one with another port is rejected', LISTED, 'https://shop.example:8443', 403],
      ['* accepts everything', [SHOP, '*'], 'https://evil.example', 200],
      ['* accepts a missing header', ['*'], undefined, 200],
    ])('%s (rule 2.11)', async (_what, allowedOrigins, origin, status) => {
      const { api } = await service.issueKey(merchant, { allowedOrigins });
      const response = await api.get('/v1/wallets', origin === undefined ? {} : { origin });

      expect([response.status, response.body.code]).toEqual([
        status,
        status === 200 ? undefined : 'ORIGIN_NOT_ALLOWED',
      ]);
    });

    it.each(OPERATIONS)('a list rejects each call without the header: %s (rule 2.11)', async (operation) => {
      const { api } = await service.issueKey(merchant, { allowedOrigins: LISTED });
      const { status, body } = await call(operation, api);

      expect([status, body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    });
  });

  it('the first request after its date deactivates a key and gets invalid_api_key (rule 2.12)', async () => {
    const key = await service.issueKey(merchant, { expiresAt: new Date(Date.now() - 1_000) });
    const isActive = async () =>
      (await service.sql('SELECT is_active FROM api_keys WHERE id = $1', [key.keyId]))[0]?.['is_active'];
    expect(await isActive()).toBe(true);

    expectLayer(await key.api.get('/v1/wallets'), 401, 'invalid_api_key');
    expect(await isActive()).toBe(false);
  });

  it('a deactivated key cannot make requests (rule 2.12)', async () => {
    const { keyId, api } = await service.issueKey(merchant);
    const { panel } = await signIn(service, merchant);
    expect((await api.get('/v1/wallets')).status).toBe(200);
    await panel.send('PATCH', `/api-keys/${keyId}`, { is_active: false });

    for (const operation of OPERATIONS) expectLayer(await call(operation, api), 401, 'invalid_api_key');
  });

  describe('an endpoint and the key that registered it', () => {
    let owner: Merchant;
    let path: string;

    beforeEach(async () => {
      owner = await service.merchant();
      path = `/${newId()}`;
    });

    async function end(how: string, { keyId }: TestKey): Promise<void> {
      const { panel } = await signIn(service, owner);
      const address = `/api-keys/${keyId}`;
      const { status } = await (how === 'deleting'
        ? panel.delete(address)
        : panel.send('PATCH', address, { is_active: false }));
      expect(status).toBe(200);
    }

    it.each(['deleting', 'revoking'])(
      '%s the key neither closes it nor changes its secret (rule 2.17)',
      async (how) => {
        const key = await service.issueKey(owner);
        const { secret } = await register(key, receiver.url(path));
        await end(how, key);
        await cancelNewLink(service, owner);
        await service.startWorker();

        const [delivery] = await receiver.received(1, path);
        expect(isSignedWith(secret, delivery!)).toBe(true);
      },
    );

    it.each(['deleting', 'revoking'])(
      'after %s the key, a new one cannot register the URL (rule 2.17)',
      async (how) => {
        const key = await service.issueKey(owner);
        await register(key, receiver.url(path));
        await end(how, key);

        const { api } = await service.issueKey(owner);
        const response = await api.post('/v1/webhooks', { url: receiver.url(path) });
        expect([response.status, response.body.code]).toEqual([422, 'WEBHOOK_ALREADY_EXISTS']);
      },
    );

    it.each<[Operation, string[]]>([
      ['POST /v1/webhooks/{id}/rotate-secret', ['another']],
      ['DELETE /v1/webhooks/{id}', []],
    ])('a leaked secret is invalidated by the endpoint’s own %s (rule 2.17)', async (operation, signers) => {
      const { id, secret } = await register(owner, receiver.url(path));
      expect((await call(operation, owner.api, id)).status).toBe(200);
      await cancelNewLink(service, owner);
      await service.startWorker();

      await allDone(service, owner);
      const signedBy = receiver.arrived(path).map((delivery) => signerOf(delivery, { leaked: secret }) ?? 'another');
      expect(signedBy).toEqual(signers);
    });
  });
});
