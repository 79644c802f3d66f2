/** The fakes of providers, which demos run against. The only part of `testing` that is built. */
export { FAKE_APP_ID, FakeWoovi } from '../woovi/testing/fake-woovi';
