import { verifyWebhook, WebhookVerificationError } from '@app/sdk';
import { newId } from '@app/kernel';
import { payNewLink, paymentOf, readLink } from '../../support/paid-links';
import { allDone, register, rotateSecret } from '../../support/deliveries';
import { call, LINK, OPERATIONS } from '../../support/external-operations';
import { signIn } from '../../support/panel';
import { Receiver } from '../../support/receiver';
import { TestService, type Merchant } from '../../support/service';

const SECONDS = 1_000;

describe('Limits', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;
  let path: string;
  const others: TestService[] = [];

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    receiver = await Receiver.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant({ cards: true });
    path = `/${newId()}`;
    receiver.response = () => 200;
  });

  afterEach(() => jest.restoreAllMocks());

  afterAll(async () => {
    await Promise.all([service, ...others].map((each) => each.stop()));
    await receiver.stop();
  });

  async function another(env: Record<string, string>): Promise<TestService> {
    const started = await TestService.start({ env });
    others.push(started);
    return started;
  }

  /** Replaces the clock of the windows; returns a function that advances it. */
  function monotonicClock(): (ms: number) => void {
    const now = performance.now.bind(performance);
    let ahead = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
    return (ms) => (ahead += ms);
  }

  /** Makes time-outs of ten seconds shorter; returns the factor. */
  function shortenTimeouts(): number {
    const factor = 2.5;
    const { setTimeout: timeout } = globalThis;
    const shortened: typeof timeout = ((run: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
      timeout(run, ms === 10_000 ? ms / factor : ms, ...args)) as never;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(shortened);
    return factor;
  }

  const statusesOf = async (count: number, ask: () => Promise<{ status: number }>) =>
    (await Promise.all(Array.from({ length: count }, ask))).map(({ status }) => status);

  describe('limit Per-IP request limit', () => {
    /** The service without the limit configured. */
    const unconfigured = () => another({ IP_RATE_LIMIT: '' });

    it('Per-IP request limit: 100 requests, without a key too, and no more within 60 seconds (rule 1.7)', async () => {
      const client = (await unconfigured()).anonymous();
      const elapse = monotonicClock();
      const ask = () => client.get('/v1/wallets');

      expect(new Set(await statusesOf(100, ask))).toEqual(new Set([401]));
      expect((await ask()).body.code).toBe('RATE_LIMIT_EXCEEDED');
      elapse(50 * SECONDS);
      expect((await ask()).status).toBe(429);
      elapse(10 * SECONDS);
      expect(new Set(await statusesOf(100, ask))).toEqual(new Set([401]));
    });

    it('Per-IP request limit: one budget for all clients behind the address and all operations (rule 1.7)', async () => {
      const shared = await another({ IP_RATE_LIMIT: String(OPERATIONS.length + 1) });
      const { api } = await shared.merchant({ cards: true });
      for (const operation of OPERATIONS) expect((await call(operation, api)).status).not.toBe(429);

      expect((await shared.anonymous().get('/v1/wallets')).status).toBe(401);
      expect((await (await shared.merchant()).api.get('/v1/wallets')).body.code).toBe('RATE_LIMIT_EXCEEDED');
    });
  });

  describe('limit Per-key request limit', () => {
    const panelKey = async (fields: object) => {
      const { panel } = await signIn(service, merchant);
      return panel.post('/api-keys', { name: 'Shop', permissions: ['*'], ...fields });
    };

    it('Per-key request limit: 60 a minute for a new key (rule 1.8)', async () => {
      const { api_key } = (await panelKey({})).body.data as { api_key: string };
      const statuses = await statusesOf(61, () => service.anonymous().get('/v1/wallets', { 'x-api-key': api_key }));

      expect(statuses.filter((status) => status === 200)).toHaveLength(60);
      expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    });

    it.each([
      [0, 422],
      [1, 201],
      [10_000, 201],
      [10_001, 422],
    ])('Per-key request limit: a limit of %i returns %i (rule 1.8)', async (rate_limit, status) => {
      expect((await panelKey({ rate_limit })).status).toBe(status);
    });

    it('Per-key request limit: one budget for all operations, reset every minute (rule 1.8)', async () => {
      const { api } = await service.issueKey(merchant, { rateLimit: OPERATIONS.length });
      const elapse = monotonicClock();
      for (const operation of OPERATIONS) expect((await call(operation, api)).status).not.toBe(429);

      elapse(50 * SECONDS);
      expect((await api.get('/v1/wallets')).body.code).toBe('rate_limit_exceeded');
      elapse(10 * SECONDS);
      expect((await api.get('/v1/wallets')).status).toBe(200);
    });
  });

  it('Minimum payment link: the equivalent of 2.00 USD, before the rest of the body is checked (rule 3.2)', async () => {
    const create = async (amount: string, fields: object) => {
      const { body } = await merchant.api.post('/v1/payment-links', { ...LINK, ...fields, amount });
      return body.code as string | undefined;
    };

    expect(await create('2000.00', {})).toBeUndefined();
    expect(await create('1999.99', { description: 7 })).toBe('BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT');
    expect(await create('2000.00', { description: 7 })).toBe('VALIDATION_FAILED');
  });

  it('Minimum payment link in the panel: the same, before the rest of the body is checked (rule 3.2)', async () => {
    const { panel } = await signIn(service, merchant);
    const create = async (amount: string, fields: object = {}) => {
      const { body } = await panel.post('/payment-links', { ...LINK, currency_destiny: 'ARS', ...fields, amount });
      return body.code as string | undefined;
    };

    expect(await create('2000.00')).toBeUndefined();
    expect(await create('1999.99', { currency_destiny: 7 })).toBe('BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT');
    expect(await create('2000.00', { currency_destiny: 7 })).toBe('VALIDATION_FAILED');
  });

  it.each([
    ['1', 200],
    ['50', 200],
    ['51', 422],
    ['0', 422],
  ])('Movement list page size: per_page is up to 50: %s gets %i (rule 9.14)', async (perPage, status) => {
    const { panel } = await signIn(service, merchant);

    expect((await panel.get(`/balance-movements?per_page=${perPage}`)).status).toBe(status);
  });

  it('max_uses: is 1 for every link, before and after its use (rule 3.12)', async () => {
    const links = [await service.createLink(merchant, { max_uses: 3 }), await payNewLink(service, merchant)];
    const read = await Promise.all(links.map((id) => readLink(merchant, id)));

    expect(read.map(({ max_uses, current_uses }) => [max_uses, current_uses])).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it('API key secret: 48 characters (rule 2.4)', async () => {
    expect(merchant.apiKey.split('_').at(-1)).toHaveLength(48);
  });

  it('Webhook secret: 64 lowercase hexadecimal characters, of a new and of a rotated one (rule 13.4)', async () => {
    const endpoint = await register(merchant, receiver.url(path));

    for (const secret of [endpoint.secret, await rotateSecret(merchant, endpoint)]) {
      expect(secret).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  it('Webhook timestamp tolerance: 5 minutes either way, for a receiver (rule 13.10)', async () => {
    const { secret } = await register(merchant, receiver.url(path));
    await payNewLink(service, merchant);
    const [{ headers, body } = {} as never] = await receiver.received(1, path);
    const sentAt = Number(headers['x-webhook-timestamp']);
    const verify = (seconds: number) => () =>
      verifyWebhook(body, headers, secret, { now: new Date((sentAt + seconds) * SECONDS) });

    for (const seconds of [-300, 300]) expect(verify(seconds)).not.toThrow();
    for (const seconds of [-301, 301]) expect(verify(seconds)).toThrow(WebhookVerificationError);
  });

  it('Webhook delivery attempts: five, of which the retries are numbered 2 to 5 (rule 13.11)', async () => {
    receiver.response = () => 500;
    await register(merchant, receiver.url(path));
    await payNewLink(service, merchant);

    expect(await allDone(service, merchant)).toEqual(['failed']);
    const numbers = receiver.arrived(path).map(({ headers }) => headers['x-webhook-retry']);
    expect(numbers).toEqual([undefined, '2', '3', '4', '5']);
  });

  it('Delivery response wait: 10 seconds: a response after nine counts, and one that is later does not (rule 13.12)', async () => {
    const second = SECONDS / shortenTimeouts();
    const late = `${path}/late`;
    const held: NodeJS.Timeout[] = [];
    const after = (ms: number) => new Promise<number>((resolve) => held.push(setTimeout(() => resolve(200), ms)));
    receiver.response = ({ path: to }, index) => (index > 0 ? 200 : after(to === late ? 13 * second : 9 * second));
    await register(merchant, receiver.url(late));
    await register(merchant, receiver.url(path));
    await payNewLink(service, merchant);

    const [first, retry] = await receiver.received(2, late);
    held.forEach(clearTimeout);
    expect(retry!.at - first!.at).toBeGreaterThan(9.5 * second);
    expect(retry!.at - first!.at).toBeLessThan(12.5 * second);
    expect(await allDone(service, merchant)).toEqual(['delivered', 'delivered']);
    expect(receiver.arrived(path)).toHaveLength(1);
  });

  it('Settlement time: the payer of a USD debit sees one to three business days (rule 4.7)', async () => {
    const account = await service.merchant({ usd: true });
    const linkId = await service.createLink(account, { currency: 'USD', amount: 50 });
    const page = async () => (await service.anonymous().get(`/checkout/${linkId}`, { 'accept-language': 'en' })).text;
    await service.openOrder(linkId, 'usd_bank_debit');
    expect(await page()).toContain('one to three business days');
    await service.simulate(linkId, { event: 'debit_confirm' });

    expect(await page()).toContain('one to three business days');
  });

  it.each([
    ['minimum', { minimum: '900' }, '900.00'],
    ['maximum', { maximum: '500' }, '500.00'],
  ])('Fee bounds: a %s may be configured for the account (rule 7.2)', async (bound, bounds, fee) => {
    const collection = { percentage: '2.9', fixed_usd: '0.30' };
    const bounded = await service.merchant({ fees: { collection: { ...collection, ...bounds } } });
    const unbounded = await service.merchant({ fees: { collection } });
    const feeOf = async (by: Merchant) => paymentOf(service, await payNewLink(service, by));

    expect(await feeOf(bounded)).toMatchObject({ collection_fee: fee, fee_bounded_by: bound });
    expect(await feeOf(unbounded)).toMatchObject({ collection_fee: '735.00', fee_bounded_by: null });
  });
});
