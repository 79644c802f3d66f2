import { SystemClock } from '@app/kernel';
import { RecordedLog } from '@app/platform/testing';
import type { LiveProvider } from '../../testing/live';
import { DlocalClient } from '../dlocal-client';
import { DlocalPayins } from '../dlocal-payins';
import { DlocalPayoutClient } from '../dlocal-payout-client';
import { DlocalPayouts } from '../dlocal-payouts';
import { DLOCAL } from '../dlocal-wire';
import { DlocalProvider } from '../dlocal.provider';
import { aClabePayout } from './dlocal-payouts.subject';

/** dLocal's test environment. */
export const DLOCAL_LIVE: LiveProvider = {
  name: DLOCAL,
  addresses: ({ dlocal: { apiBase, payouts } }) => ({
    DLOCAL_API_BASE: apiBase,
    ...(payouts && { DLOCAL_PAYOUTS_API_BASE: payouts.apiBase }),
  }),
  secrets: ({ dlocal: { credentials, payouts } }) => [
    ...(credentials ? [credentials.login, credentials.transKey, ...credentials.secretKeys] : []),
    ...(payouts ? [payouts.clientId, payouts.clientSecret] : []),
  ],
  build: ({ dlocal: { credentials, apiBase, payouts } }) => {
    if (!credentials) throw new Error('dLocal has no credentials');
    const log = new RecordedLog();
    const payins = new DlocalPayins(new DlocalClient({ credentials, apiBase, log }));
    if (!payouts) return new DlocalProvider(credentials, [payins]);
    const client = new DlocalPayoutClient({ ...payouts, log, clock: new SystemClock() });
    return new DlocalProvider(credentials, [payins, new DlocalPayouts(client, undefined, log)]);
  },
  orders: { payoutOrder: aClabePayout },
};
