import { Accounts, AccountsModule, type Account } from '@app/accounts';
import { FeeSchedules, parseFeeSchedule } from '@app/fees';
import { newId, parseDecimal, randomText, UnitOfWork } from '@app/kernel';
import { LedgerService, type Wallet } from '@app/ledger';
import { expectBooksBalanced } from '@app/ledger/testing';
import { loadConfig, NotificationListener, PlatformModule, SilentLog } from '@app/platform';
import { Rates } from '@app/rates';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { SandboxCollectionRail } from '../adapters/sandbox-collection.rail';
import type { SandboxNotification } from '../adapters/signed-notifications';
import { Checkout } from '../application/checkout';
import type { Collector } from '../application/link-draft';
import type { NewPaymentLink } from '../application/new-payment-link';
import { PaymentLinks } from '../application/payment-links';
import { Settlement } from '../application/settlement';
import type { CheckoutOrder, Payer } from '../domain/checkout-order';
import type { PaymentLink } from '../domain/payment-link';
import { PaymentLinksModule } from '../payment-links.module';
import { EXAMPLE_FEES, EXAMPLE_RATES } from './harness';

const KEY = Buffer.alloc(32, 1).toString('base64');
const SECRETS = { SECRETS_KEY: KEY, API_KEY_PEPPER: KEY, PLATFORM_WEBHOOK_SECRET: 'x'.repeat(32) };

export interface Merchant {
  account: Account;
  by: Collector;
  wallet: Wallet;
}

/** The whole module on a migrated database, as a process has it, and what merchants, payers and rails do to it. */
export class CollectionSystem {
  private constructor(readonly module: TestingModule) {}

  static async start(databaseUrl: string): Promise<CollectionSystem> {
    const config = { ...loadConfig({ DATABASE_POOL_SIZE: '25' }, () => SECRETS), databaseUrl };
    const platform = PlatformModule.forRoot({ config, service: 'test', log: new SilentLog() });
    const module = await Test.createTestingModule({
      imports: [platform, AccountsModule, PaymentLinksModule],
    }).compile();
    await module.init();
    await module.get(NotificationListener).start();
    const system = new CollectionSystem(module);
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

  /** An account that may collect, with the fees of the worked examples and an ARS wallet. */
  merchant(): Promise<Merchant> {
    return this.get(UnitOfWork).run(async (tx) => {
      const accounts = this.get(Accounts);
      const account = await accounts.create(tx, {
        ...{ name: 'Café Río', email: null, country: 'AR', slug: `m${randomText(12).toLowerCase()}` },
        ...{ kycStatus: 'verified', kybStatus: 'verified' },
        ...{ usdEnabled: false, cardsEnabled: false, customerPaidFeeEnabled: true },
      });
      const user = await accounts.createUser(tx, account.id, { email: `${newId()}@example.com`, permissions: ['*'] });
      const wallet = await this.get(LedgerService).createWallet(tx, {
        ...{ accountId: account.id, currency: 'ARS', lane: 'local' },
      });
      await this.get(FeeSchedules).set(tx, account.id, parseFeeSchedule(EXAMPLE_FEES));
      return { account, by: { account, userId: user.id, apiKeyId: null }, wallet };
    });
  }

  /** A link over 15000 ARS, unless told otherwise. */
  link(
    { by }: Merchant,
    changes: Omit<Partial<NewPaymentLink>, 'amount'> & { amount?: string } = {},
  ): Promise<PaymentLink> {
    return this.get(PaymentLinks).create(by, {
      ...{
        currency: 'ARS',
        description: 'Order 1001',
        amountType: 'receive',
        customerPaidFee: false,
        webhookUrl: null,
      },
      ...changes,
      amount: parseDecimal(changes.amount ?? '15000')!,
    });
  }

  choose({ id }: PaymentLink, method = 'ars_transfer', payer: Partial<Payer> = {}): Promise<CheckoutOrder> {
    return this.get(Checkout).choose(id, method, { name: null, email: null, document: null, ...payer });
  }

  /** The rail tells that the order was paid; `changes` are what it says differently. */
  pay(order: CheckoutOrder, changes: Partial<SandboxNotification> = {}): Promise<void> {
    const { payerAmount } = order.terms;
    const paid = { amount: payerAmount.toFixed(), currency: payerAmount.currency };
    return this.notify({
      ...{ id: `${order.providerReference}:paid`, type: 'payment.received', reference: order.providerReference },
      ...paid,
      ...changes,
    });
  }

  /** Sends a signed notification to the settlement, as the providers' endpoint does. */
  notify(notification: SandboxNotification): Promise<void> {
    const rail = this.get(SandboxCollectionRail);
    const body = Buffer.from(JSON.stringify(notification));
    const now = new Date();
    const timestamp = String(Math.floor(now.getTime() / 1_000));
    const headers = { 'x-rail-timestamp': timestamp, 'x-rail-signature': rail.sign(timestamp, body) };
    return this.get(Settlement).receive(rail, { headers, body, now });
  }

  /** The wallet's balance, as decimal text. */
  async balance({ wallet }: Merchant): Promise<string | undefined> {
    return (await this.get(LedgerService).findWallet(wallet.id))?.balances.balance.toFixed();
  }

  query<R>(sql: string, parameters: readonly unknown[] = []): Promise<R[]> {
    return this.source.query(sql, [...parameters]);
  }

  /** Fails with the lying rows unless the books are right. */
  expectBooksBalanced(): Promise<void> {
    return expectBooksBalanced(this.source);
  }

  async stop(): Promise<void> {
    await this.get(NotificationListener).stop();
    await this.module.close();
    if (this.source.isInitialized) await this.source.destroy();
  }
}
