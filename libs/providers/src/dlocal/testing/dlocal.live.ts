import { SystemClock } from '@app/kernel';
import { RecordedLog } from '@app/platform/testing';
import type { LiveProvider } from '../../testing/live';
import { DlocalClient } from '../dlocal-client';
import { DlocalPayoutClient } from '../dlocal-payout-client';
import { DlocalPayouts } from '../dlocal-payouts';
import { DLOCAL } from '../dlocal-wire';
import { DlocalProvider } from '../dlocal.provider';
import { aClabePayout } from './dlocal-payouts.subject';
import { payinsOver } from './dlocal.subject';

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
  build: ({ dlocal: { credentials, apiBase, methodIds, payouts } }) => {
    if (!credentials) throw new Error('dLocal has no credentials');
    const [log, clock] = [new RecordedLog(), new SystemClock()];
    const options = { methodIds, notificationUrl: undefined, clock, log };
    const { payins } = payinsOver(new DlocalClient({ credentials, apiBase, log }), options);
    if (!payouts) return new DlocalProvider(credentials, [payins]);
    const client = new DlocalPayoutClient({ ...payouts, log, clock });
    return new DlocalProvider(credentials, [payins, new DlocalPayouts(client, undefined, log)]);
  },
  orders: { payoutOrder: aClabePayout },
};
