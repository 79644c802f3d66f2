import { AccountProvisioning, AccountsModule, type Account } from '@app/accounts';
import { FeeSchedules, parseFeeSchedule } from '@app/fees';
import { Money, newId, randomText, UnitOfWork } from '@app/kernel';
import { LedgerService, type PlatformAccount, type Wallet } from '@app/ledger';
import { BooksModule } from '@app/books';
import { expectBooksBalanced } from '@app/books/testing';
import {
  Checkout,
  PaymentLinks,
  PaymentLinksModule,
  type CheckoutOrder,
  type Collector,
  type NewPaymentLink,
  type Payer,
  type PaymentLink,
  type Refunder,
} from '@app/payment-links';
import {
  SANDBOX_DEBIT,
  ProvidersModule,
  SandboxCollectionRail,
  SandboxModule,
  type SandboxNotification,
} from '@app/providers';
import { aNewLink, EXAMPLE_FEES, EXAMPLE_RATES } from '@app/payment-links/testing';
import {
  createDataSource,
  loadConfig,
  NotificationListener,
  PlatformModule,
  SilentLog,
  type DatabaseLimits,
} from '@app/platform';
import { ProviderMessages } from '@app/rails';
import { Rates } from '@app/rates';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { createScratchDatabase } from './test-database';

const KEY = Buffer.alloc(32, 1).toString('base64');
const SECRETS = { SECRETS_KEY: KEY, API_KEY_PEPPER: KEY, PLATFORM_WEBHOOK_SECRET: 'x'.repeat(32) };

export const POOL_SIZE = 25;

export interface Merchant {
  account: Account;
  by: Collector;
  wallet: Wallet;
  usdWallet: Wallet | undefined;
}

/** The whole module on a migrated database, as in a process, and the actions of merchants, payers and rails. */
export class CollectionSystem {
  private proof: Promise<DataSource> | undefined;

  private constructor(
    readonly module: TestingModule,
    readonly databaseUrl: string,
  ) {}

  /** The system that the sections of a test file share, on a migrated database of their own, until the file ends. */
  static async shared(): Promise<CollectionSystem> {
    scratch ??= await createScratchDatabase();
    sharedSystem ??= await CollectionSystem.start(scratch.url);
    return sharedSystem;
  }

  static async start(databaseUrl: string, limits?: DatabaseLimits): Promise<CollectionSystem> {
    const config = { ...loadConfig({ DATABASE_POOL_SIZE: String(POOL_SIZE) }, () => SECRETS), databaseUrl };
    const platform = PlatformModule.forRoot({ config, service: 'test', log: new SilentLog(), limits });
    const module = await Test.createTestingModule({
      imports: [
        platform,
        AccountsModule,
        BooksModule,
        PaymentLinksModule,
        ProvidersModule.forRoot(config),
        SandboxModule,
      ],
    }).compile();
    await module.init();
    await module.get(NotificationListener).start();
    const system = new CollectionSystem(module, databaseUrl);
    const rates = system.get(Rates);
    await system.get(UnitOfWork).run(async (tx) => {
      for (const [currency, rate] of Object.entries(EXAMPLE_RATES)) await rates.setRate(tx, 'USD', currency, rate);
    });
    return system;
  }

  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.module.get<T>(token as never, { strict: false });
  }

  get source(): DataSource {
    return this.get(DataSource);
  }

  /** An account that may collect, with the fees of the worked examples and an ARS wallet; optionally also in USD. */
  async merchant({ usd = false }: { usd?: boolean } = {}): Promise<Merchant> {
    const { account, user, wallets } = await this.get(AccountProvisioning).provision(
      { type: 'system', name: 'test' },
      {
        account: {
          name: 'Café Río',
          email: null,
          country: 'AR',
          timeZone: 'UTC',
          slug: `m${randomText(12).toLowerCase()}`,
          kycStatus: 'verified',
          kybStatus: 'verified',
          usdEnabled: usd,
          cardsEnabled: false,
          customerPaidFeeEnabled: true,
        },
        user: { email: `${newId()}@example.com`, permissions: ['*'] },
        wallets: [{ currency: 'ARS', lane: 'local' }, ...(usd ? [{ currency: 'USD', lane: 'usd' as const }] : [])],
      },
    );
    const fees = parseFeeSchedule(EXAMPLE_FEES);
    await this.get(UnitOfWork).run((tx) => this.get(FeeSchedules).set(tx, account.id, fees));
    return {
      account,
      by: { account, userId: user.id, apiKeyId: null },
      wallet: wallets[0]!,
      usdWallet: wallets[1],
    };
  }

  /** A user of the merchant, who refunds payments by the request `order-1`. */
  refunder({ account, by }: Merchant): Refunder {
    return { account, userId: by.userId, actor: { type: 'user', name: 'ana', requestId: 'order-1' } };
  }

  /** A link for 15000 ARS by default. */
  link(
    { by }: Merchant,
    changes: Omit<Partial<NewPaymentLink>, 'amount'> & { amount?: string } = {},
  ): Promise<PaymentLink> {
    return this.get(PaymentLinks).create(by, aNewLink(changes));
  }

  choose({ id }: PaymentLink, method = 'ars_transfer', payer: Partial<Payer> = {}): Promise<CheckoutOrder> {
    return this.get(Checkout).choose(id, method, { name: null, email: null, document: null, ...payer });
  }

  /** The rail notifies that the order was paid; `changes` overrides parts of the notification. */
  pay(order: CheckoutOrder, changes: Partial<SandboxNotification> = {}): Promise<void> {
    const { payerAmount } = order.terms;
    const paid = { amount: payerAmount.toFixed(), currency: payerAmount.currency };
    return this.notify({
      id: `${order.providerReference}:paid`,
      type: 'payment.received',
      reference: order.providerReference,
      ...paid,
      ...changes,
    });
  }

  /** The id of the payment of a link. */
  async paymentOf({ id }: Pick<PaymentLink, 'id'>): Promise<string> {
    const sql = 'SELECT id FROM received_payments WHERE payment_link_id = $1';
    return (await this.query<{ id: string }>(sql, [id]))[0]!.id;
  }

  /** Sends a signed notification to the inbox, as the providers' endpoint does. */
  notify(notification: SandboxNotification): Promise<void> {
    const rail = this.get(SandboxCollectionRail);
    const body = Buffer.from(JSON.stringify(notification));
    const now = new Date();
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    const headers = { 'x-rail-timestamp': timestamp, 'x-rail-signature': rail.sign(timestamp, body) };
    const path = '/providers/sandbox/notifications';
    return this.get(ProviderMessages).receive('sandbox', { method: 'POST', path, query: '', headers, body, now });
  }

  /** A USD debit of 50 USD at 1 % that its payer has confirmed. */
  async debit(merchant: Merchant): Promise<{ link: PaymentLink; order: CheckoutOrder }> {
    const link = await this.link(merchant, { currency: 'USD', amount: '50' });
    const order = await this.choose(link, 'usd_bank_debit');
    await this.get(Checkout).confirmDebit(link.id, SANDBOX_DEBIT);
    return { link, order };
  }

  /** A notification of the rail about a debit. */
  debitFact(
    { providerReference: reference, terms: { payerAmount } }: CheckoutOrder,
    type: 'debit.submitted' | 'debit.settled' | 'debit.refused' | 'debit.returned',
  ): SandboxNotification {
    const settled = { amount: payerAmount.toFixed(), currency: payerAmount.currency };
    return { id: `${reference}:${type}`, type, reference, ...(type === 'debit.settled' && settled) };
  }

  /** The wallet's balance, as decimal text; by default of the local wallet. */
  async balance({ wallet }: Merchant, of: Wallet | null = wallet): Promise<string | undefined> {
    return of ? (await this.get(LedgerService).findWallet(of.id))?.balances.balance.toFixed() : undefined;
  }

  /** The balance of a platform account, as decimal text. */
  async platformBalance(account: PlatformAccount, currency: string): Promise<string> {
    const balances = await this.get(LedgerService).platformBalances();
    const found = balances.find((one) => one.account === account && one.balance.currency === currency);
    return found?.balance.toFixed() ?? Money.zero(currency).toFixed();
  }

  query<R>(sql: string, parameters: readonly unknown[] = []): Promise<R[]> {
    return this.source.query(sql, [...parameters]);
  }

  /**
   * Throws an error that lists the wrong rows unless the books balance. Planning all rules takes much longer than
   * checking them, so one connection plans them once.
   */
  async expectBooksBalanced(): Promise<void> {
    this.proof ??= createDataSource(this.databaseUrl, 1, 'test').initialize();
    return expectBooksBalanced(await this.proof);
  }

  async stop(): Promise<void> {
    await this.get(NotificationListener).stop();
    await this.module.close();
    if (this.source.isInitialized) await this.source.destroy();
    await (await this.proof)?.destroy();
  }
}

let scratch: Awaited<ReturnType<typeof createScratchDatabase>> | undefined;
let sharedSystem: CollectionSystem | undefined;

afterAll(async () => {
  await sharedSystem?.stop();
  await scratch?.drop();
});
