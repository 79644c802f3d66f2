import { join } from 'node:path';
import { DLOCAL_LIVE } from './dlocal/testing/dlocal.live';
import { STRIPE_LIVE } from './stripe/testing/stripe.live';
import { capabilitiesContract } from './testing/capabilities.contract';
import { liveSubject } from './testing/live';
import type { RunningProvider } from './testing/subject';
import { WOOVI_LIVE } from './woovi/testing/woovi.live';

/** `npm run test:live`: the suites of a provider's capabilities, against its test environment. */
const { LIVE_PROVIDER, LIVE_FOLDER = join(__dirname, '../../../live-transcripts') } = process.env;

const live = [STRIPE_LIVE, DLOCAL_LIVE, WOOVI_LIVE].find(({ name }) => name === LIVE_PROVIDER);
if (!live) throw new Error(`there is no test environment of ${LIVE_PROVIDER ?? 'a provider without a name'}`);

const now = new Date();
const { declared, start } = liveSubject(live, process.env as Record<string, string>, LIVE_FOLDER, now);

let running: RunningProvider;
beforeAll(async () => {
  running = await start();
});
afterAll(() => running?.stop());

describe('check', () => {
  it('accepts the credentials', async () => {
    await expect(running.provider.check?.(AbortSignal.timeout(10_000))).resolves.toBeUndefined();
  });
});

capabilitiesContract(declared, () => running, now);
