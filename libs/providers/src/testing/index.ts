/** The fakes of providers, which demos run against. The only part of `testing` that is built. */
export { FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '../stripe/testing/fake-stripe';
export { FAKE_APP_ID, FakeWoovi } from '../woovi/testing/fake-woovi';
