import { FAKE_CREDENTIALS } from './fake-dlocal';
import { FAKE_PAYOUTS_CLIENT_ID, FAKE_PAYOUTS_CLIENT_SECRET } from './fake-dlocal-payouts';

/** The settings with which a service uses the fakes at these addresses as dLocal's two APIs. */
export function fakeDlocalSettings(payins: { url: string }, payouts: { url: string }): Record<string, string> {
  const { login, transKey, secretKeys } = FAKE_CREDENTIALS;
  return {
    DLOCAL_LOGIN: login,
    DLOCAL_TRANS_KEY: transKey,
    DLOCAL_SECRET_KEYS: secretKeys.join(),
    DLOCAL_API_BASE: payins.url,
    DLOCAL_PAYOUTS_CLIENT_ID: FAKE_PAYOUTS_CLIENT_ID,
    DLOCAL_PAYOUTS_CLIENT_SECRET: FAKE_PAYOUTS_CLIENT_SECRET,
    DLOCAL_PAYOUTS_API_BASE: payouts.url,
  };
}
