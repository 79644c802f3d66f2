import { Accounts } from '@app/accounts';
import { FeeSchedules, parseFeeSchedule } from '@app/fees';
import { randomText, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import type { Config } from '@app/platform';
import { RatesRefresher } from '@app/rates';
import { withOpsContext } from './context';
import type { DemoCredentials } from './demo-credentials';

/** Fees of an ordinary merchant, so that the tour shows figures with something in them. */
const DEMO_FEES = {
  collection: { percentage: '2.9', fixed_usd: '0.30' },
  usd_collection: { percentage: '1' },
  conversion: { percentage: '1' },
  payout: { percentage: '1', minimum: '100' },
};

/** A demo account with a panel user, an API key, an ARS and a USD wallet, fees, and the fixed exchange rates. */
export async function createDemoAccount(config: Config, databaseUrl: string): Promise<DemoCredentials> {
  return withOpsContext(config, databaseUrl, async (app) => {
    await app.get(RatesRefresher).refresh();
    return app.get(UnitOfWork).run(async (tx) => {
      const accounts = app.get(Accounts);
      const ledger = app.get(LedgerService);
      const tail = randomText(6).toLowerCase();
      const email = `demo-${tail}@example.com`;
      const account = await accounts.create(tx, {
        name: 'Demo Store',
        email,
        country: 'AR',
        kycStatus: 'verified',
        kybStatus: 'verified',
        usdEnabled: true,
        cardsEnabled: true,
        customerPaidFeeEnabled: true,
      });
      const user = await accounts.createUser(tx, account.id, { email, permissions: ['*'] });
      const key = await accounts.issueKey(tx, account, {
        userId: user.id,
        name: 'Demo key',
        environment: 'live',
        permissions: ['*'],
      });
      await ledger.createWallet(tx, { accountId: account.id, currency: 'ARS', lane: 'local' });
      await ledger.createWallet(tx, { accountId: account.id, currency: 'USD', lane: 'usd' });
      await app.get(FeeSchedules).set(tx, account.id, parseFeeSchedule(DEMO_FEES));
      return { email, password: user.password, apiKey: key.apiKey, accountSlug: account.slug };
    });
  });
}
