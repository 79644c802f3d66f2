import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aConfig, PRODUCTION } from '../testing/a-config';
import { ConfigError } from './config-error';

const DATABASE = { DATABASE_URL: 'postgres://127.0.0.1/servicepay' };
const CREDENTIALS = {
  DLOCAL_LOGIN: 'login-of-tests',
  DLOCAL_TRANS_KEY: 'trans-key-of-tests',
  DLOCAL_SECRET_KEYS: 'secret-key-1, secret-key-0',
};
const PAYOUTS = { DLOCAL_PAYOUTS_CLIENT_ID: 'client-of-tests', DLOCAL_PAYOUTS_CLIENT_SECRET: 'secret-of-tests' };

function problemsOf(env: Readonly<Record<string, string>>): string[] {
  try {
    aConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}

describe('the settings of dLocal', () => {
  it('have the host of the environment for both APIs', () => {
    const [sandbox, production] = [aConfig(PAYOUTS), aConfig({ ...PRODUCTION, ...DATABASE, ...PAYOUTS })];
    expect([sandbox.dlocal.apiBase, sandbox.dlocal.payouts?.apiBase]).toEqual(
      Array(2).fill('https://sandbox.dlocal.com'),
    );
    expect([production.dlocal.apiBase, production.dlocal.payouts?.apiBase]).toEqual(
      Array(2).fill('https://api.dlocal.com'),
    );
  });

  it('need all credentials exactly when PROVIDERS names dlocal', () => {
    expect(problemsOf({ PROVIDERS: 'dlocal', DLOCAL_LOGIN: CREDENTIALS.DLOCAL_LOGIN })).toEqual([
      'DLOCAL_TRANS_KEY is required when PROVIDERS names dlocal',
      'DLOCAL_SECRET_KEYS is required when PROVIDERS names dlocal',
    ]);
    expect(problemsOf({ PROVIDERS: 'dlocal', ...CREDENTIALS })).toEqual([]);
    expect(aConfig().dlocal.credentials).toBeUndefined();
  });

  it('take several secret keys, the first of which signs', () => {
    expect(aConfig(CREDENTIALS).dlocal.credentials?.secretKeys).toEqual(['secret-key-1', 'secret-key-0']);
  });

  it.each([
    'DLOCAL_LOGIN',
    'DLOCAL_TRANS_KEY',
    'DLOCAL_SECRET_KEYS',
    'DLOCAL_PAYOUTS_CLIENT_ID',
    'DLOCAL_PAYOUTS_CLIENT_SECRET',
  ])('may come from a file: %s', (name) => {
    const file = join(mkdtempSync(join(tmpdir(), 'dlocal-')), 'value');
    writeFileSync(file, 'value-from-a-file\n');
    const { [name]: _replaced, ...others } = { ...CREDENTIALS, ...PAYOUTS } as Record<string, string>;
    const { credentials, payouts } = aConfig({ ...others, [`${name}_FILE`]: file }).dlocal;
    expect(JSON.stringify({ credentials, payouts })).toContain('value-from-a-file');
  });

  it('have no payouts unless both of their credentials are set', () => {
    expect(aConfig(CREDENTIALS).dlocal.payouts).toBeUndefined();
    expect(problemsOf({ DLOCAL_PAYOUTS_CLIENT_ID: 'client-of-tests' })).toEqual([
      'DLOCAL_PAYOUTS_CLIENT_SECRET is required with DLOCAL_PAYOUTS_CLIENT_ID',
    ]);
    expect(problemsOf({ DLOCAL_PAYOUTS_CLIENT_SECRET: 'secret-of-tests' })).toEqual([
      'DLOCAL_PAYOUTS_CLIENT_ID is required with DLOCAL_PAYOUTS_CLIENT_SECRET',
    ]);
  });

  it('may replace ids of payment methods, or leave a method out', () => {
    const { methodIds } = aConfig({ DLOCAL_METHOD_IDS: 'bob_qr=QR, ars_qr=-' }).dlocal;
    expect(methodIds).toEqual(
      new Map([
        ['bob_qr', 'QR'],
        ['ars_qr', '-'],
      ]),
    );
  });

  it.each(['bob_qr', 'bob_qr=', 'bob_qr=qr', 'BOB=QR', 'bob_qr=QR,bob_qr=QX', 'bob_qr:QR'])(
    'reject the list of ids %s',
    (list) => {
      expect(problemsOf({ DLOCAL_METHOD_IDS: list })).toEqual([expect.stringContaining('DLOCAL_METHOD_IDS must')]);
    },
  );

  it.each(['DLOCAL_API_BASE', 'DLOCAL_PAYOUTS_API_BASE'])(
    'reject the live host as %s in a sandbox, and test hosts in production (rule 16.9)',
    (name) => {
      const production = { ...PRODUCTION, ...DATABASE };
      const problems = [
        ...problemsOf({ [name]: 'https://api.dlocal.com' }),
        ...problemsOf({ ...production, [name]: 'https://sandbox.dlocal.com' }),
        ...problemsOf({ ...production, [name]: 'http://127.0.0.1:9000' }),
      ];
      expect(problems).toEqual([
        `${name} must not be the live host unless SERVICE_ENVIRONMENT is production`,
        `${name} must not be a test host in production`,
        `${name} must not be a test host in production`,
      ]);
    },
  );

  it('reject values that no header can carry, without repeating them', () => {
    const problems = problemsOf({ DLOCAL_LOGIN: 'a secret', DLOCAL_SECRET_KEYS: 'a secret,another', ...PAYOUTS });
    expect(problems).toEqual([
      expect.stringContaining('DLOCAL_LOGIN must have 8 or more'),
      expect.stringContaining('DLOCAL_SECRET_KEYS must have 8 or more'),
    ]);
    expect(problems.join()).not.toContain('a secret');
  });
});
