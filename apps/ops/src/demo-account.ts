import { AccountProvisioning, type Actor } from '@app/accounts';
import { FeeSchedules, parseFeeSchedule } from '@app/fees';
import { randomText, UnitOfWork } from '@app/kernel';
import type { Config } from '@app/platform';
import { RatesRefresher } from '@app/rates';
import { withOpsContext } from './context';
import type { DemoCredentials } from './demo-credentials';

/** Fees of an ordinary merchant, so that the tour shows fees above zero. */
const DEMO_FEES = {
  collection: { percentage: '2.9', fixed_usd: '0.30' },
  usd_collection: { percentage: '1' },
  conversion: { percentage: '1' },
  payout: { percentage: '1', minimum: '100' },
};

const DEMO: Actor = { type: 'system', name: 'demo' };

/** A demo account with a panel user, an API key, an ARS and a USD wallet, fees, and the fixed exchange rates. */
export async function createDemoAccount(config: Config, databaseUrl: string): Promise<DemoCredentials> {
  return withOpsContext(config, databaseUrl, async (app) => {
    await app.get(RatesRefresher).refresh();
    const email = `demo-${randomText(6).toLowerCase()}@example.com`;
    const { account, user, key } = await app.get(AccountProvisioning).provision(DEMO, {
      account: {
        name: 'Demo Store',
        email,
        country: 'AR',
        kycStatus: 'verified',
        kybStatus: 'verified',
        usdEnabled: true,
        cardsEnabled: true,
        customerPaidFeeEnabled: true,
      },
      user: { email, permissions: ['*'] },
      wallets: [
        { currency: 'ARS', lane: 'local' },
        { currency: 'USD', lane: 'usd' },
      ],
      key: { name: 'Demo key', environment: 'live', permissions: ['*'] },
    });
    await app.get(UnitOfWork).run((tx) => app.get(FeeSchedules).set(tx, account.id, parseFeeSchedule(DEMO_FEES)));
    return { email, password: user.password, apiKey: key.apiKey, accountSlug: account.slug };
  });
}
