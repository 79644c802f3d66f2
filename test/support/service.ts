import {
  AccountProvisioning,
  Accounts,
  ApiKeyIssuer,
  StaffUserAdmin,
  type Account,
  type AccountChanges,
  type Actor,
  type CreatedUser,
} from '@app/accounts';
import { FeeSchedules, parseFeeSchedule } from '@app/fees';
import { newId, randomText, UnitOfWork } from '@app/kernel';
import { LedgerService, type Wallet } from '@app/ledger';
import { loadConfig, PinoLog, type Config } from '@app/platform';
import { TEST_SECRETS } from '@app/platform/testing';
import { Rates } from '@app/rates';
import { DataSource } from 'typeorm';
import { startApi, type RunningApi } from '../../apps/api/src/start-api';
import { startWorker, type RunningWorker } from '../../apps/delivery-worker/src/start-worker';
import { HttpClient } from './http-client';
import { TestRail, type RailOrderRecord } from './rail';
import { testDatabaseUrl } from './test-database';

/** Rates and fees of the worked examples: USD→ARS 1000, USD→BRL 5; 2.9 % + 0.30 USD, conversion 1 %. */
export const EXAMPLE_FEES = {
  collection: { percentage: '2.9', fixed_usd: '0.30' },
  usd_collection: { percentage: '1' },
  conversion: { percentage: '1' },
  payout: { percentage: '1', minimum: '100' },
  outflow_tax: { percentage: '0.6' },
};

/** Retries of webhooks, and payouts in the sandbox. */
const SHORT_DELAYS = { WEBHOOK_RETRY_DELAYS: '50ms,50ms,50ms,50ms', SANDBOX_PAYOUT_DELAY: '1ms' };

/** The actor of account changes in tests. */
const TEST: Actor = { type: 'system', name: 'test' };

export interface Merchant {
  account: Account;
  userId: string;
  email: string;
  password: string;
  apiKey: string;
  keyId: string;
  local: Wallet | undefined;
  usd: Wallet | undefined;
  /** Calls the external API with the merchant's key. */
  api: HttpClient;
}

export interface MerchantOptions {
  localCurrency?: string | null;
  usd?: boolean;
  cards?: boolean;
  kyc?: 'verified' | 'pending';
  kyb?: 'verified' | 'pending';
  customerPaidFee?: boolean;
  permissions?: readonly string[];
  rateLimit?: number;
  fees?: unknown;
}

export interface KeyOptions {
  userId?: string;
  permissions?: readonly string[];
  rateLimit?: number;
  allowedOrigins?: readonly string[];
  expiresAt?: Date;
}

export interface TestKey {
  keyId: string;
  apiKey: string;
  /** Calls the external API with the key. */
  api: HttpClient;
}

/** The API, and optionally the worker, running in this process on free ports and the Jest worker's database. */
export class TestService {
  private constructor(
    readonly config: Config,
    private running: RunningApi,
    private readonly log: PinoLog,
  ) {}

  private worker: RunningWorker | undefined;

  private isShared = false;

  /**
   * With `env`, a separate service. Without, the service that the sections of the test file share: it starts once, has
   * short delays, and the rates of the worked examples for each section. Its worker runs until `stop`, and it stops at
   * the end of the file.
   */
  static async start({ worker = false, env }: { worker?: boolean; env?: Record<string, string> } = {}) {
    if (env) return TestService.launch({ worker, env });
    sharedService ??= await TestService.launch({ env: SHORT_DELAYS });
    sharedService.isShared = true;
    await sharedService.setRates();
    if (worker) await sharedService.startWorker();
    return sharedService;
  }

  private static async launch(options: { worker?: boolean; env?: Record<string, string> }): Promise<TestService> {
    const config = await testConfig(options.env);
    const log = PinoLog.create(config.logLevel, 'test');
    const api = await startApi(config, log);
    const service = new TestService(config, api, log);
    if (options.worker) await service.startWorker();
    await service.setRates();
    return service;
  }

  get api(): RunningApi {
    return this.running;
  }

  get url(): string {
    return `http://127.0.0.1:${this.api.port}`;
  }

  /** A provider of the API's application context. */
  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.api.app.get<T>(token as never);
  }

  /** A client without credentials. */
  anonymous(): HttpClient {
    return new HttpClient(this.url);
  }

  /** A new account with a user, a key with all permissions, and wallets; ARS and the fees of the worked examples. */
  async merchant(options: MerchantOptions = {}): Promise<Merchant> {
    const email = `${newId()}@example.com`;
    const currency = options.localCurrency === undefined ? 'ARS' : options.localCurrency;
    const { account, user, wallets, key } = await this.get(AccountProvisioning).provision(TEST, {
      account: {
        name: 'Café Río',
        email,
        country: 'AR',
        // Then tests can count days at any hour at which they run.
        timeZone: 'UTC',
        slug: `m${randomText(12).toLowerCase()}`,
        kycStatus: options.kyc ?? 'verified',
        kybStatus: options.kyb ?? 'verified',
        usdEnabled: options.usd ?? false,
        cardsEnabled: options.cards ?? false,
        customerPaidFeeEnabled: options.customerPaidFee ?? true,
      },
      user: { email, permissions: ['*'] },
      wallets: [
        ...(currency === null ? [] : [{ currency, lane: 'local' as const }]),
        ...(options.usd ? [{ currency: 'USD', lane: 'usd' as const }] : []),
      ],
      key: {
        name: 'test',
        environment: 'live',
        permissions: options.permissions ?? ['*'],
        rateLimit: options.rateLimit ?? 10_000,
      },
    });
    const fees = parseFeeSchedule(options.fees ?? EXAMPLE_FEES);
    await this.get(UnitOfWork).run((tx) => this.get(FeeSchedules).set(tx, account.id, fees));
    return {
      account,
      userId: user.id,
      email,
      password: user.password,
      apiKey: key.apiKey,
      keyId: key.key.id,
      local: wallets.find(({ lane }) => lane === 'local'),
      usd: wallets.find(({ lane }) => lane === 'usd'),
      api: new HttpClient(this.url, { authorization: `Bearer ${key.apiKey}` }),
    };
  }

  /** One more key of the merchant's account, of the same user unless another is named. */
  async issueKey(merchant: Merchant, options: KeyOptions = {}): Promise<TestKey> {
    const { key, apiKey } = await this.get(UnitOfWork).run((tx) =>
      this.get(ApiKeyIssuer).issue(tx, merchant.account, {
        userId: options.userId ?? merchant.userId,
        name: 'another',
        environment: 'live',
        permissions: options.permissions ?? ['*'],
        allowedOrigins: options.allowedOrigins ?? [],
        rateLimit: options.rateLimit ?? 10_000,
        expiresAt: options.expiresAt ?? null,
      }),
    );
    return { keyId: key.id, apiKey, api: new HttpClient(this.url, { authorization: `Bearer ${apiKey}` }) };
  }

  /** One more user of the merchant's account. */
  addUser({ account }: Pick<Merchant, 'account'>, permissions: readonly string[] = ['*']): Promise<CreatedUser> {
    return this.get(StaffUserAdmin).create(account.slug, TEST, { email: `${newId()}@example.com`, permissions });
  }

  /** Deletes the merchant's first user. */
  removeUser({ account, email }: Pick<Merchant, 'account' | 'email'>): Promise<void> {
    return this.get(StaffUserAdmin).remove(account.slug, TEST, email);
  }

  /** Changes the settings of the merchant's account, as staff do. */
  async changeAccount({ account }: Pick<Merchant, 'account'>, changes: AccountChanges): Promise<void> {
    await this.get(Accounts).update(account.slug, TEST, changes);
  }

  /** One statement on the service's database: for changes that no operation makes, and data that no operation shows. */
  sql<R extends object = Record<string, unknown>>(text: string, parameters: readonly unknown[] = []): Promise<R[]> {
    return this.get(DataSource).query<R[]>(text, [...parameters]);
  }

  /** A link for 15,000 ARS; `fields` overrides parts of the request. Returns its id. */
  async createLink({ api }: { api: HttpClient }, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const body = { amount: 15000, currency: 'ARS', description: 'Order 1001', ...fields };
    const { status, text, body: response } = await api.post('/v1/payment-links', body);
    if (status !== 201) throw new Error(`the link was not created: ${text}`);
    return response.data.id as string;
  }

  /** Chooses a method on the checkout page, as the payer's browser does; returns the order as the rail knows it. */
  async openOrder(
    linkId: string,
    method = 'ars_transfer',
    payer: Record<string, string> = {},
  ): Promise<RailOrderRecord> {
    const form = new URLSearchParams({ method, ...payer }).toString();
    const { status, text } = await this.anonymous().post(`/checkout/${linkId}/orders`, form, {
      'content-type': 'application/x-www-form-urlencoded',
    });
    if (status !== 303) throw new Error(`the order was not opened: ${status} ${text}`);
    const [order] = await this.sql<{ reference: string; terms: { payerAmount: string; payerCurrency: string } }>(
      `SELECT provider_reference AS reference, terms FROM checkout_orders WHERE link_id = $1 AND status = 'open'`,
      [linkId],
    );
    if (!order) throw new Error('the link has no open order');
    return { reference: order.reference, amount: order.terms.payerAmount, currency: order.terms.payerCurrency };
  }

  /** A USD link's debit that its payer has confirmed, as the rail knows it. */
  async confirmDebit(linkId: string): Promise<RailOrderRecord> {
    const order = await this.openOrder(linkId, 'usd_bank_debit');
    const { status, text } = await this.simulate(linkId, { event: 'debit_confirm' });
    if (status !== 200) throw new Error(`the debit was not confirmed: ${status} ${text}`);
    return order;
  }

  /** The rail on which this service opens its orders. */
  get rail(): TestRail {
    return new TestRail(this.config, this.url);
  }

  /** Plays payer and rail on a link: `pay`, `lapse` and the events of a bank debit. */
  simulate(linkId: string, body: Readonly<Record<string, unknown>>) {
    return this.anonymous().post(`/sandbox/payment-links/${linkId}/simulate`, body);
  }

  /** The wallet's balance now, as decimal text. */
  async balance(walletId: string): Promise<string | undefined> {
    return (await this.get(LedgerService).findWallet(walletId))?.balances.balance.toFixed();
  }

  /** For tests that need queued work before a worker runs it. */
  async startWorker(): Promise<void> {
    this.worker = await startWorker(this.config, this.log);
  }

  async stopWorker(): Promise<void> {
    await this.worker?.stop();
    this.worker = undefined;
  }

  /** Stops the API for as long as `meanwhile` takes. It comes back on the same port if the configuration names one. */
  async withoutApi(meanwhile: () => Promise<void>): Promise<void> {
    await this.api.stop();
    await meanwhile();
    this.running = await startApi(this.config, this.log);
  }

  /** The service that sections share stops at the end of the file. */
  async stop(): Promise<void> {
    await this.stopWorker();
    if (!this.isShared) await this.api.stop();
  }

  async stopShared(): Promise<void> {
    await this.stopWorker();
    await this.api.stop();
  }

  private async setRates(): Promise<void> {
    const rates = this.get(Rates);
    const table = { ARS: '1000', BRL: '5', COP: '4000', CLP: '950', MXN: '18', BOB: '6.9' };
    await this.get(UnitOfWork).run(async (tx) => {
      for (const [quote, rate] of Object.entries(table)) await rates.setRate(tx, 'USD', quote, rate);
    });
  }
}

/** Configuration on free ports and the Jest worker's own database, with limits that tests do not reach. */
export async function testConfig(env: Record<string, string> = {}): Promise<Config> {
  return loadConfig(
    {
      ...TEST_SECRETS,
      PORT: '0',
      OPS_PORT: '0',
      WORKER_OPS_PORT: '0',
      PUBLIC_URL: 'https://pay.example.com',
      DATABASE_URL: await testDatabaseUrl(),
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
      IP_RATE_LIMIT: '1000000',
      ANONYMOUS_RATE_LIMIT: '1000000',
      PANEL_RATE_LIMIT: '1000000',
      MAX_CONNECTIONS_PER_IP: '10000',
      LOG_LEVEL: 'silent',
      ...env,
    },
    () => TEST_SECRETS,
  );
}

let sharedService: TestService | undefined;

afterAll(() => sharedService?.stopShared());
