/** The fakes of providers, which demos run against. The only part of `testing` that is built. */
export { FAKE_FINANCIAL_ACCOUNT } from '../stripe/testing/fake-outbound-payments';
export { FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '../stripe/testing/fake-stripe';
export { FAKE_APP_ID, FakeWoovi } from '../woovi/testing/fake-woovi';
export { FAKE_CREDENTIALS as FAKE_DLOCAL_CREDENTIALS, FakeDlocal } from '../dlocal/testing/fake-dlocal';
export { FAKE_PAYOUTS_CLIENT_SECRET, FakeDlocalPayouts, payoutMessage } from '../dlocal/testing/fake-dlocal-payouts';
export { fakeDlocalSettings } from '../dlocal/testing/fake-settings';
