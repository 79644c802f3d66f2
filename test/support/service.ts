import { Accounts, type Account } from '@app/accounts';
import { FeeSchedules, parseFeeSchedule } from '@app/fees';
import { newId, randomText, UnitOfWork } from '@app/kernel';
import { LedgerService, type Wallet } from '@app/ledger';
import { loadConfig, PinoLog, type Config } from '@app/platform';
import { Rates } from '@app/rates';
import { startApi, type RunningApi } from '../../apps/api/src/start-api';
import { startWorker, type RunningWorker } from '../../apps/delivery-worker/src/start-worker';
import { HttpClient } from './http-client';
import { testDatabaseUrl } from './test-database';

/** Fixed, so that processes that a test starts beside this one agree with it. */
export const TEST_SECRETS = {
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  API_KEY_PEPPER: Buffer.alloc(32, 2).toString('base64'),
  PLATFORM_WEBHOOK_SECRET: 'platform-webhook-secret-of-the-tests',
};

/** Rates and fees of the worked examples: USD→ARS 1000, USD→BRL 5; 2.9 % + 0.30 USD, conversion 1 %. */
export const EXAMPLE_FEES = {
  collection: { percentage: '2.9', fixed_usd: '0.30' },
  usd_collection: { percentage: '1' },
  conversion: { percentage: '1' },
  payout: { percentage: '1', minimum: '100' },
  outflow_tax: { percentage: '0.6' },
};

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
  kyc?: 'verified' | 'pending';
  kyb?: 'verified' | 'pending';
  customerPaidFee?: boolean;
  permissions?: readonly string[];
  rateLimit?: number;
  fees?: unknown;
}

/** The API, and the worker when asked for, running in this process on free ports and the Jest worker's database. */
export class TestService {
  private constructor(
    readonly config: Config,
    readonly api: RunningApi,
    private readonly worker: RunningWorker | undefined,
  ) {}

  static async start(options: { worker?: boolean; env?: Record<string, string> } = {}): Promise<TestService> {
    const config = await testConfig(options.env);
    const log = PinoLog.create(config.logLevel, 'test');
    const api = await startApi(config, log);
    const worker = options.worker ? await startWorker(config, log) : undefined;
    const service = new TestService(config, api, worker);
    await service.setRates();
    return service;
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

  /** A new account with a user, a key that may do everything, and wallets; ARS and fees of the worked examples. */
  async merchant(options: MerchantOptions = {}): Promise<Merchant> {
    const email = `${newId()}@example.com`;
    const { account, user, key } = await this.get(UnitOfWork).run(async (tx) => {
      const accounts = this.get(Accounts);
      const account = await accounts.create(tx, {
        name: 'Café Río',
        email,
        country: 'AR',
        slug: `m${randomText(12).toLowerCase()}`,
        kycStatus: options.kyc ?? 'verified',
        kybStatus: options.kyb ?? 'verified',
        usdEnabled: options.usd ?? false,
        cardsEnabled: false,
        customerPaidFeeEnabled: options.customerPaidFee ?? true,
      });
      const user = await accounts.createUser(tx, account.id, { email, permissions: ['*'] });
      const ledger = this.get(LedgerService);
      const currency = options.localCurrency === undefined ? 'ARS' : options.localCurrency;
      if (currency !== null) await ledger.createWallet(tx, { accountId: account.id, currency, lane: 'local' });
      if (options.usd) await ledger.createWallet(tx, { accountId: account.id, currency: 'USD', lane: 'usd' });
      await this.get(FeeSchedules).set(tx, account.id, parseFeeSchedule(options.fees ?? EXAMPLE_FEES));
      const key = await accounts.issueKey(tx, account, {
        userId: user.id,
        name: 'test',
        environment: 'live',
        permissions: options.permissions ?? ['*'],
        rateLimit: options.rateLimit ?? 10_000,
      });
      return { account, user, key };
    });
    const wallets = await this.get(LedgerService).walletsOf(account.id);
    return {
      account,
      userId: user.id,
      email,
      password: user.password,
      apiKey: key.apiKey,
      keyId: key.id,
      local: wallets.find(({ lane }) => lane === 'local'),
      usd: wallets.find(({ lane }) => lane === 'usd'),
      api: new HttpClient(this.url, { authorization: `Bearer ${key.apiKey}` }),
    };
  }

  /** Plays payer and rail: `pay` or `lapse` on a link. */
  simulate(linkId: string, body: Readonly<Record<string, unknown>>) {
    return this.anonymous().post(`/sandbox/payment-links/${linkId}/simulate`, body);
  }

  /** The wallet's balance now, as decimal text. */
  async balance(walletId: string): Promise<string | undefined> {
    return (await this.get(LedgerService).findWallet(walletId))?.balances.balance.toFixed();
  }

  async stop(): Promise<void> {
    await this.worker?.stop();
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

/** Configuration on free ports and the Jest worker's own database; limits high enough to be out of the way. */
export async function testConfig(env: Record<string, string> = {}): Promise<Config> {
  return loadConfig(
    {
      ...TEST_SECRETS,
      PORT: '0',
      OPS_PORT: '0',
      WORKER_OPS_PORT: '0',
      PUBLIC_URL: 'https://pay.example.com',
      DATABASE_URL: await testDatabaseUrl(),
      IP_RATE_LIMIT: '1000000',
      LOG_LEVEL: 'silent',
      ...env,
    },
    () => TEST_SECRETS,
  );
}
