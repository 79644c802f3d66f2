import { PANEL_PERMISSIONS } from '@app/accounts';
import { newId } from '@app/kernel';
import { IdempotentCalls } from '@app/platform';
import type { Call } from './call';
import { HttpClient, type HttpResponse } from './http-client';
import { paymentIdOf, payNewLink } from './paid-links';
import { OutflowProvocations } from './outflow-provocations';
import { ageConfirmation, signIn } from './panel';
import { SignInProvocations } from './sign-in-provocations';
import { TestService, type KeyOptions, type Merchant, type MerchantOptions } from './service';
import { createScratchDatabase } from './test-database';

type Provoke = (call: Call) => Promise<HttpResponse>;

/** Makes calls of both APIs fail, with the real cause of each code. */
export class Provocations {
  private readonly made = new Map<string, Promise<unknown>>();
  private readonly cleanUp: (() => Promise<unknown>)[] = [];

  private constructor(
    private readonly service: TestService,
    private readonly merchant: Merchant,
    private readonly outflows = new OutflowProvocations(service),
    private readonly signingIn = new SignInProvocations(service),
  ) {}

  static async on(service: TestService): Promise<Provocations> {
    return new Provocations(service, await service.merchant({ cards: true }));
  }

  /** Stops everything that was started in addition to the service. */
  async stop(): Promise<void> {
    for (const end of this.cleanUp) await end();
  }

  /** Makes the call so that it should return the code. */
  provoke(code: string, call: Call): Promise<HttpResponse> {
    const special = this.outflows.find(code, call) ?? this.signingIn.find(code, call);
    if (special) return special();
    const found = this.byCode[code] ?? (code.endsWith('_NOT_FOUND') ? this.asItself : undefined);
    if (!found) throw new Error(`there is no provocation for ${code}`);
    return found(call);
  }

  /** The call, as the merchant or as another caller; a call of the panel in a session of that caller. */
  async as(merchant: Merchant, call: Call, headers: Record<string, string> = {}): Promise<HttpResponse> {
    if (!isOfPanel(call)) return send(merchant.api, call, headers);
    return send(this.session(await this.enter(merchant)), call, headers);
  }

  /** The token of a session of the merchant, the same for all calls. */
  async enter(merchant: Merchant): Promise<string> {
    return (await this.once(`session of ${merchant.userId}`, () => signIn(this.service, merchant))).token;
  }

  private readonly asItself: Provoke = (call) => this.as(this.merchant, call);

  private readonly byCode: Readonly<Record<string, Provoke | undefined>> = {
    KYC_VERIFICATION_REQUIRED: (call) => this.by({ kyc: 'pending' }, call),
    KYB_VERIFICATION_REQUIRED: (call) => this.by({ kyb: 'pending' }, call),
    BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT: (call) => this.asItself(withFields(call, { amount: 1 })),
    missing_api_key: (call) => send(this.service.anonymous(), call),
    invalid_key_format: (call) => this.withKey('garbage', call),
    invalid_tenant: (call) => this.withKey(`pay_nobodyhasthis_live_${'A'.repeat(48)}`, call),
    tenant_init_failed: (call) => this.afterChanging(`name = ''`, call),
    invalid_api_key: (call) => this.withKey(`${this.merchant.apiKey.slice(0, -48)}${'A'.repeat(48)}`, call),
    INVALID_API_KEY: (call) => this.withoutOwner(call),
    insufficient_scope: (call) => this.byKey({ permissions: [] }, call),
    ORIGIN_NOT_ALLOWED: (call) => this.byKey({ allowedOrigins: ['https://a.example'] }, call),
    BUSINESS_TENANT_PAUSED: (call) => this.afterChanging(`status = 'paused'`, call),
    CARD_PAYMENTS_NOT_ENABLED: (call) => this.by({ cards: false }, call),
    USER_NOT_FOUND: (call) => (isOfPanel(call) ? this.asItself(call) : this.withoutUser(call)),
    REFUND_NOT_POSSIBLE: (call) => this.onPayment(call, (link) => this.service.simulate(link, { event: 'dispute' })),
    REFUND_EXCEEDS_PAYMENT: (call) => this.onPayment(withFields(call, { amount: '15000.01' })),
    // Without its fee, the payment alone is less than what its payer paid.
    INSUFFICIENT_AVAILABLE_BALANCE: (call) => this.onPayment(withFields(call, { amount: null })),
    LAST_ADMINISTRATOR: (call) => this.onOnlyUser(call),
    RESOURCE_NOT_FOUND: ({ path, ...call }) =>
      send(this.service.anonymous(), { ...call, path: path.replace('{id}', '1') }),
    IDEMPOTENCY_IN_PROGRESS: (call) => this.whileRunning(call.body, call),
    PAYLOAD_TOO_LARGE: (call) => this.asItself(withFields(call, { padding: 'x'.repeat(110_000) })),
    IDEMPOTENCY_KEY_REUSED: (call) => this.whileRunning({ another: true }, call),
    VALIDATION_FAILED: (call) =>
      call.path.endsWith('/invite') ? this.onItself(call) : this.asItself(withInvalidValues(call)),
    USD_ACCOUNT_NOT_ENABLED: (call) => this.asItself(withFields(call, { currency: 'USD', amount: 50 })),
    VIRTUAL_WALLET_NOT_FOUND: (call) =>
      call.query?.includes('virtual_wallet_id')
        ? this.asItself(withQuery(call, 'virtual_wallet_id', newId()))
        : this.withoutWallets(call),
    PAYOUT_ROUTE_UNAVAILABLE: ({ path, ...call }) =>
      this.asItself({ ...call, path: `${path}?destination_country=AR&destination_currency=BRL` }),
    WALLET_NOT_FOUND: (call) => this.by({ localCurrency: null, usd: true }, call),
    PAYMENT_LINK_NOT_ACTIVE: (call) => this.repeated(call),
    PAYMENT_LINK_CANNOT_CANCEL: (call) => this.afterAUse(call),
    CARD_PAYMENT_LINK_NOT_ACTIVE: (call) => this.repeated(call),
    EXCHANGE_RATE_UNAVAILABLE: (call) => this.withoutRate(call),
    WEBHOOK_ALREADY_EXISTS: (call) => this.withTheUrlOfAnother(call),
    INVALID_CURRENCY: (call) => this.asItself(withFields(call, { origin: 'PEN' })),
    RATE_LIMIT_EXCEEDED: (call) => this.beyondALimit(call),
    rate_limit_exceeded: async (call) => {
      await this.byKey({ rateLimit: 1 }, call);
      return this.byKey({ rateLimit: 1 }, call);
    },
    SYSTEM_DATABASE_ERROR: (call) => this.withoutDatabase(call),
    CARD_PAYMENT_ERROR: (call) => this.withCardsDown(call),
    CONVERSION_QUOTE_ERROR: (call) => this.asItself(withFields(call, { destination: 'ZZZ' })),
    UNAUTHENTICATED: (call) => send(this.service.anonymous(), withFields(call, { email: `${newId()}@example.com` })),
    PERMISSION_DENIED: (call) =>
      call.permissions?.length ? this.byColleague(call) : this.signingIn.fromElsewhere(call),
    CONFIRMATION_REQUIRED: (call) => this.inAnOldSession(call),
    SIGN_IN_LOCKED: async (call) => {
      const wrong = withFields(call, { email: `${newId()}@example.com` });
      for (let i = 0; i < 5; i++) await send(this.service.anonymous(), wrong);
      return send(this.service.anonymous(), wrong);
    },
  };

  /** Makes the call on a payment of 15000 ARS, the only one of its account. */
  private async onPayment({ path, ...call }: Call, before?: (link: string) => Promise<unknown>): Promise<HttpResponse> {
    const merchant = await this.service.merchant();
    const link = await payNewLink(this.service, merchant);
    await before?.(link);
    return this.as(merchant, { ...call, path: path.replace('{id}', await paymentIdOf(this.service, link)) });
  }

  /** Makes the call on the merchant's own user, who has a password. */
  private onItself({ path, ...call }: Call): Promise<HttpResponse> {
    return this.asItself({ ...call, path: path.replace('{id}', this.merchant.userId) });
  }

  /** Makes the call in a session that its user last confirmed a quarter of an hour ago. */
  private async inAnOldSession(call: Call): Promise<HttpResponse> {
    const token = await this.once('old session', async () => {
      const merchant = await this.service.merchant();
      const session = await signIn(this.service, merchant);
      await ageConfirmation(this.service, merchant.userId);
      return session.token;
    });
    return send(this.session(token), call);
  }

  /** An account without a wallet cannot collect. */
  withoutWallets(call: Call): Promise<HttpResponse> {
    return this.by({ localCurrency: null }, call);
  }

  private async by(options: MerchantOptions, call: Call): Promise<HttpResponse> {
    const make = () => this.service.merchant({ cards: true, ...options });
    return this.as(await this.once(`merchant ${JSON.stringify(options)}`, make), call);
  }

  private async byKey(options: KeyOptions, call: Call): Promise<HttpResponse> {
    const name = `key ${JSON.stringify(options)}`;
    const { api } = await this.once(name, () => this.service.issueKey(this.merchant, options));
    return send(api, call);
  }

  private withKey(key: string, call: Call): Promise<HttpResponse> {
    return send(this.service.anonymous(), call, { 'x-api-key': key });
  }

  /** Makes the call after an account was changed by SQL, as staff would change it. */
  private async afterChanging(change: string, call: Call): Promise<HttpResponse> {
    const changed = await this.once(change, async () => {
      const merchant = await this.service.merchant({ cards: true });
      await this.service.sql(`UPDATE accounts SET ${change} WHERE id = $1`, [merchant.account.id]);
      return merchant;
    });
    return this.as(changed, call);
  }

  private async withoutOwner(call: Call): Promise<HttpResponse> {
    const { api } = await this.once('key without owner', async () => {
      const key = await this.service.issueKey(this.merchant);
      await this.service.sql('UPDATE api_keys SET user_id = NULL WHERE id = $1', [key.keyId]);
      return key;
    });
    return send(api, call);
  }

  private async withoutUser(call: Call): Promise<HttpResponse> {
    const { api } = await this.once('key without user', async () => {
      const { id } = await this.service.addUser(this.merchant);
      const key = await this.service.issueKey(this.merchant, { userId: id });
      await this.service.sql('UPDATE users SET deleted_at = now() WHERE id = $1', [id]);
      return key;
    });
    return send(api, call);
  }

  /** Makes the call on the only user of an account, which would delete that user or take the permission to manage it. */
  private async onOnlyUser({ path, ...call }: Call): Promise<HttpResponse> {
    const merchant = await this.once('merchant with one user', () => this.service.merchant());
    const own = { ...call, path: path.replace('{id}', merchant.userId) };
    return this.as(merchant, call.body ? { ...own, body: { permissions: ['view_payins'] } } : own);
  }

  private async byColleague(call: Call): Promise<HttpResponse> {
    const other = PANEL_PERMISSIONS.find((name) => name !== '*' && !call.permissions?.includes(name)) as string;
    const { token } = await this.once(`colleague who may ${other}`, async () => {
      return signIn(this.service, await this.service.addUser(this.merchant, [other]));
    });
    return send(this.session(token), call);
  }

  /** Makes the call while another one with the same `Idempotency-Key` and that body is in progress. */
  private async whileRunning(body: unknown, call: Call): Promise<HttpResponse> {
    const key = newId();
    const path = call.path.replace('{id}', newId());
    const scope = { caller: this.merchant.userId, path };
    const { response } = await this.service
      .get(IdempotentCalls)
      .run(scope, key, body ?? {}, () => this.as(this.merchant, { ...call, path }, { 'idempotency-key': key }));
    return response as HttpResponse;
  }

  /** Makes the call twice on an object that a `POST` to the collection created. */
  private async repeated(call: Call): Promise<HttpResponse> {
    const { path } = await this.created(call, LINK);
    await this.asItself({ ...call, path });
    return this.asItself({ ...call, path });
  }

  private async afterAUse(call: Call): Promise<HttpResponse> {
    const { id, path } = await this.created(call, LINK);
    await this.service.sql('UPDATE payment_links SET current_uses = 1 WHERE id = $1', [id]);
    return this.asItself({ ...call, path });
  }

  private withoutRate(call: Call): Promise<HttpResponse> {
    if (call.body?.['origin']) return this.asItself(withFields(call, { origin: 'ZZZ' }));
    return this.by({ localCurrency: 'PEN' }, call);
  }

  private async withTheUrlOfAnother(call: Call): Promise<HttpResponse> {
    const url = `https://shop.example/${newId()}`;
    const path = call.path.replace('/{id}', '');
    await this.asItself({ method: 'POST', path, body: { url } });
    const other = call.path === path ? path : (await this.created(call, { url: `${url}/other` })).path;
    return this.asItself({ ...call, path: other, body: { url } });
  }

  private async withCardsDown(call: Call): Promise<HttpResponse> {
    if (call.method === 'POST') return this.asItself(withFields(call, { description: '[card:fail]' }));
    const { path } = await this.created(call, { ...LINK, description: '[card:fail-cancel]' });
    return this.asItself({ ...call, path });
  }

  /** Makes the call beyond the limit of the panel user or, if there is none, beyond that of the address. */
  private async beyondALimit(call: Call): Promise<HttpResponse> {
    const { anonymous, panel } = await this.once('limited service', async () => {
      const started = await TestService.start({ env: { IP_RATE_LIMIT: '1', PANEL_RATE_LIMIT: '1' } });
      this.cleanUp.push(() => started.stop());
      const { token } = await signIn(started, await started.merchant());
      const session = new HttpClient(started.url, { authorization: `Bearer ${token}` });
      await session.get('/api/v1/clients/auth/me');
      return { anonymous: started.anonymous(), panel: session };
    });
    if (isOfPanel(call) && !WITHOUT_SESSION.test(call.path)) return send(panel, call);
    await send(anonymous, call);
    return send(anonymous, call);
  }

  /** Makes the call with a valid key or session, on a service that has lost its database. */
  private async withoutDatabase(call: Call): Promise<HttpResponse> {
    const { api, panel } = await this.once('service without database', async () => {
      const database = await createScratchDatabase();
      const started = await TestService.start({ env: { DATABASE_URL: database.url } });
      this.cleanUp.push(() => started.stop());
      const merchant = await started.merchant({ cards: true });
      const { token } = await signIn(started, merchant);
      await merchant.api.get('/v1/wallets');
      await database.drop();
      return { api: merchant.api, panel: new HttpClient(started.url, { authorization: `Bearer ${token}` }) };
    });
    return send(isOfPanel(call) ? panel : api, call);
  }

  /** Posts the body to the collection; returns the id of the created object, and the call's path with it. */
  private async created({ path }: Call, body: Call['body']): Promise<{ id: string; path: string }> {
    const collection = path.slice(0, path.indexOf('/{id}'));
    const { body: response, text } = await this.asItself({ method: 'POST', path: collection, body });
    if (!response.data?.id) throw new Error(`nothing was created: ${text}`);
    const id = response.data.id as string;
    return { id, path: path.replace('{id}', id) };
  }

  private session(token: string): HttpClient {
    return new HttpClient(this.service.url, { authorization: `Bearer ${token}` });
  }

  /** A precondition that is expensive to create and the same for every call. */
  private once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const made = (this.made.get(name) as Promise<T> | undefined) ?? make();
    this.made.set(name, made);
    return made;
  }
}

const LINK = { amount: 15000, currency: 'ARS', currency_destiny: 'ARS', description: 'Order 1001' };

/** Operations of the panel API that need no session. */
const WITHOUT_SESSION = /\/auth\/(login|forgot-password|reset-password)$/;

function isOfPanel({ path }: Call): boolean {
  return path.startsWith('/api/');
}

function send(
  client: HttpClient,
  { method, path, body }: Call,
  headers?: Record<string, string>,
): Promise<HttpResponse> {
  return client.send(method, path.replace('{id}', newId()), body, headers);
}

function withFields(call: Call, fields: Readonly<Record<string, unknown>>): Call {
  return { ...call, body: { ...call.body, ...fields } };
}

/** The call with the query parameter, if the operation takes it. */
function withQuery(call: Call, name: string, value: string): Call {
  return call.query?.includes(name) ? { ...call, path: `${call.path}?${name}=${value}` } : call;
}

/** The call with an object in place of every value, or with a body that is not an object if there are no values. */
function withInvalidValues(call: Call): Call {
  if (call.query) return { ...call, path: `${call.path}?${call.query.map((name) => `${name}=`).join('&')}` };
  if (!call.body) return { ...call, body: [] as never };
  return { ...call, body: Object.fromEntries(Object.keys(call.body).map((name) => [name, {}])) };
}
