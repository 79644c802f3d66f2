import {
  FAKE_DLOCAL_CREDENTIALS,
  FAKE_PAYOUTS_CLIENT_SECRET,
  FakeDlocal,
  FakeDlocalPayouts,
  fakeDlocalSettings,
} from '@app/providers/testing';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from './support/test-database';

const ROOT = join(__dirname, '..');

/** Runs the command as a person does, with a folder of its own for the transcript. */
async function testLive(parameters: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const folder = scratchFolder();
  const { PATH = '' } = process.env;
  const options = { cwd: ROOT, env: { PATH, LIVE_FOLDER: folder, ...env } };
  const run = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, ['tools/test-live.js', ...parameters], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, output: stdout + stderr }),
    );
  });
  const transcripts = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return { ...run, transcript: transcripts.map((name) => readFileSync(join(folder, name), 'utf8')).join('') };
}

describe('npm run test:live', () => {
  let payins: FakeDlocal;
  let payouts: FakeDlocalPayouts;
  let env: Record<string, string>;
  beforeAll(async () => {
    [payins, payouts] = [await FakeDlocal.start(), await FakeDlocalPayouts.start()];
    env = fakeDlocalSettings(payins, payouts);
  });
  afterAll(() => Promise.all([payins.stop(), payouts.stop()]));

  it('runs the suites of a provider, says what passed, and keeps a transcript without secrets (rule 16.11)', async () => {
    const { code, output, transcript } = await testLive(['dlocal'], env);
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining(`at ${payins.url} and ${payouts.url}`),
    });
    for (const suite of ['check', 'pays out']) expect(output).toMatch(new RegExp(`^${suite} +[1-9]\\d* +0$`, 'm'));
    expect(transcript).toContain('"call":"POST /payouts/v3"');
    const { transKey } = FAKE_DLOCAL_CREDENTIALS;
    for (const secret of [transKey, FAKE_PAYOUTS_CLIENT_SECRET, 'fake-token-', '012180001234567899', 'María']) {
      expect(transcript + output).not.toContain(secret);
    }
  }, 120_000);

  it('fails when a suite fails, and names what failed', async () => {
    const { code, output } = await testLive(['dlocal'], { ...env, DLOCAL_PAYOUTS_CLIENT_SECRET: 'another-secret' });
    expect([code, output]).toEqual([1, expect.stringContaining('✗ accepts a payout and gives it a reference')]);
    expect(output).not.toContain('another-secret');
  }, 120_000);

  it('does not run in production (rule 16.11)', async () => {
    const { code, output } = await testLive(['dlocal'], { ...env, SERVICE_ENVIRONMENT: 'production' });
    expect([code, output]).toEqual([2, expect.stringContaining('SERVICE_ENVIRONMENT is production')]);
  });

  it.each([[[]], [['sandbox']], [['woovi', 'stripe']]])('needs one provider, and not %j', async (parameters) => {
    const { code, output } = await testLive(parameters);
    expect([code, output]).toEqual([2, 'usage: npm run test:live -- stripe|dlocal|woovi\n']);
  });
});
