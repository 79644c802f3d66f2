import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DLOCAL_LIVE } from './dlocal/testing/dlocal.live';
import { STRIPE_LIVE } from './stripe/testing/stripe.live';
import { FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from './stripe/testing/fake-stripe';
import { FAKE_APP_ID, FakeWoovi } from './woovi/testing/fake-woovi';
import { WOOVI_LIVE } from './woovi/testing/woovi.live';
import { liveSubject, type LiveProvider } from './testing/live';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const SIGNED = { STRIPE_WEBHOOK_SECRETS: FAKE_WEBHOOK_SECRET };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'servicepay-live-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const written = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

it.each<[string, LiveProvider, Record<string, string>, string]>([
  ['a live key', STRIPE_LIVE, { STRIPE_SECRET_KEY: 'sk_live_0123456789', ...SIGNED }, 'STRIPE_SECRET_KEY must not be'],
  [
    'a live host of dLocal',
    DLOCAL_LIVE,
    { DLOCAL_PAYOUTS_API_BASE: 'https://api.dlocal.com' },
    'DLOCAL_PAYOUTS_API_BASE must not be',
  ],
  ['a live host of Woovi', WOOVI_LIVE, { WOOVI_API_BASE: 'https://api.woovi.com' }, 'WOOVI_API_BASE must not be'],
  ['a missing credential', WOOVI_LIVE, {}, 'WOOVI_APP_ID is required'],
])('%s is refused before anything is built or written (rule 16.11)', (_what, live, env, problem) => {
  const build = jest.spyOn(live, 'build');
  expect(() => liveSubject(live, env, folder, NOW)).toThrow(problem);
  expect([build.mock.calls, written()]).toEqual([[], []]);
  build.mockRestore();
});

it.each([
  [
    STRIPE_LIVE,
    () => FakeStripe.start(),
    (url: string) => ({ STRIPE_SECRET_KEY: FAKE_STRIPE_KEY, STRIPE_API_BASE: url, ...SIGNED }),
    [FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET],
  ],
  [
    WOOVI_LIVE,
    () => FakeWoovi.start(),
    (url: string) => ({ WOOVI_APP_ID: FAKE_APP_ID, WOOVI_API_BASE: url }),
    [FAKE_APP_ID],
  ],
] as const)(
  'calls of $name are passed on and written without secrets (rule 16.11)',
  async (live, start, envOf, secrets) => {
    const fake = await start();
    const running = await liveSubject(live, envOf(fake.url) as Record<string, string>, folder, NOW).start();
    await expect(running.provider.check!(AbortSignal.timeout(10_000))).resolves.toBeUndefined();
    await running.stop();
    await fake.stop();
    const text = written().join();
    expect(text).toContain(`"call":"${fake.calls[0]}`);
    for (const secret of secrets) expect(text).not.toContain(secret);
  },
);

it('a failure of the provider is no response, and is written', async () => {
  const fake = await FakeWoovi.start();
  fake.plan(/charge$/, 'truncated');
  const env = { WOOVI_APP_ID: FAKE_APP_ID, WOOVI_API_BASE: fake.url };
  const running = await liveSubject(WOOVI_LIVE, env, folder, NOW).start();
  await expect(running.provider.check!(AbortSignal.timeout(10_000))).rejects.toThrow();
  await running.stop();
  await fake.stop();
  expect(written().join()).toContain('"failure"');
});
