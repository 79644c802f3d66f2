import type { Account } from '@app/accounts';
import { anAccount } from '@app/accounts/testing';
import { FeeSchedules, parseFeeSchedule } from '@app/fees';
import { InMemoryFeeScheduleRepository } from '@app/fees/testing';
import { newId } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import type { Lane } from '@app/ledger';
import { inMemoryLedger } from '@app/ledger/testing';
import { Metrics } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import { Rates } from '@app/rates';
import { InMemoryRateRepository } from '@app/rates/testing';
import { SandboxCollectionRail } from '../adapters/sandbox-collection.rail';
import { Checkout } from '../application/checkout';
import { CollectionPricing } from '../application/collection-pricing';
import { CollectionProfiles } from '../application/collection-profiles';
import { Deadlines } from '../application/deadlines';
import type { Collector } from '../application/link-draft';
import { PaymentLinks } from '../application/payment-links';
import { Settlement } from '../application/settlement';
import { RecordedEvents, RecordedMail } from './recorded';
import { inMemoryRepositories } from './repositories';

/** Fees of the worked examples: 2.9 % and 0.30 USD, 1 % for a conversion. */
export const EXAMPLE_FEES = {
  collection: { percentage: '2.9', fixed_usd: '0.30' },
  usd_collection: { percentage: '1' },
  conversion: { percentage: '1' },
};

/** What a dollar costs in the worked examples. */
export const EXAMPLE_RATES: Readonly<Record<string, string>> = {
  ...{ ARS: '1000', BRL: '5', COP: '4000', CLP: '950', MXN: '18', BOB: '7' },
};

export interface MerchantOptions {
  account?: Partial<Account>;
  /** Currencies by lane; an ARS wallet unless told otherwise. */
  wallets?: Partial<Record<Lane, string>>;
  fees?: unknown;
}

/** Everything that collects, without a database: one transaction runs after another. */
export function inMemoryCollections() {
  const clock = new StandingClock();
  const { uow, ledger } = inMemoryLedger();
  const repositories = inMemoryRepositories(uow, () => clock.now());
  const fees = new FeeSchedules(new InMemoryFeeScheduleRepository());
  const rates = new Rates(new InMemoryRateRepository(clock), clock, { fxSource: 'http', fxMaxAgeMs: 3_600_000 });
  const profiles = new CollectionProfiles(ledger, fees, clock);
  const pricing = new CollectionPricing(rates);
  const [events, mail, log, metrics] = [
    new RecordedEvents(),
    new RecordedMail(),
    new RecordedLog(),
    new Metrics('test', false),
  ];
  const rail = new SandboxCollectionRail(SandboxCollectionRail.secretFrom(Buffer.alloc(32, 1)));
  const { links, orders, notifications, payments, tables } = repositories;
  const settlement = new Settlement(notifications, payments, ledger, events, mail, uow, clock, log, metrics);
  return {
    ...{ clock, uow, ledger, repositories, tables, fees, rates, profiles, pricing, events, mail, log, metrics, rail },
    links: new PaymentLinks(links, profiles, pricing, rates, events, uow, clock),
    checkout: new Checkout(orders, rail, pricing, profiles, uow, clock),
    settlement,
    deadlines: new Deadlines(orders, events, uow),

    /** Sets a rate as of now, or of then; those of the worked examples unless a test names its own. */
    async setRates(table = EXAMPLE_RATES, asOf = clock.now()): Promise<void> {
      await uow.run(async (tx) => {
        for (const [currency, rate] of Object.entries(table)) await rates.setRate(tx, 'USD', currency, rate, asOf);
      });
      rates.invalidate();
    },

    /** An account that may collect, on whose behalf a user acts. */
    async merchant({
      account: changes,
      wallets = { local: 'ARS' },
      fees: schedule = EXAMPLE_FEES,
    }: MerchantOptions = {}) {
      const account = anAccount(changes);
      tables.merchants.set(account.id, { name: account.name, usdEnabled: account.usdEnabled });
      const made = await uow.run(async (tx) => {
        await fees.set(tx, account.id, parseFeeSchedule(schedule));
        const ids: Partial<Record<Lane, string>> = {};
        for (const [lane, currency] of Object.entries(wallets) as [Lane, string][]) {
          ids[lane] = (await ledger.createWallet(tx, { accountId: account.id, currency, lane })).id;
        }
        return ids;
      });
      const by: Collector = { account, userId: newId(), apiKeyId: null };
      return { account, by, wallets: made };
    },

    /** The wallet's balance, as decimal text. */
    async balance(walletId: string | undefined): Promise<string | undefined> {
      return walletId && (await ledger.findWallet(walletId))?.balances.balance.toFixed();
    },
  };
}
