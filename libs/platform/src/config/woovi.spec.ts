import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aConfig, PRODUCTION } from '../testing/a-config';
import { ConfigError } from './config-error';

const DATABASE = { DATABASE_URL: 'postgres://127.0.0.1/servicepay' };
const APP_ID = 'an-app-id-of-woovi';
const pemOf = (type: 'rsa' | 'ec') =>
  (type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2_048 })
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  ).publicKey.export({ type: 'spki', format: 'pem' }) as string;

function problemsOf(env: Readonly<Record<string, string>>): string[] {
  try {
    aConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}

describe('the settings of Woovi', () => {
  it('have the host of the environment, and the key that Woovi publishes', () => {
    const [sandbox, production] = [aConfig(), aConfig({ ...PRODUCTION, ...DATABASE })];
    expect([sandbox.woovi.apiBase, production.woovi.apiBase]).toEqual([
      'https://api.woovi-sandbox.com',
      'https://api.woovi.com',
    ]);
    expect(sandbox.woovi.publicKeys.map(({ asymmetricKeyType }) => asymmetricKeyType)).toEqual(['rsa']);
  });

  it('need the AppID exactly when PROVIDERS names woovi', () => {
    expect(problemsOf({ PROVIDERS: 'woovi' })).toEqual(['WOOVI_APP_ID is required when PROVIDERS names woovi']);
    expect(problemsOf({ PROVIDERS: 'woovi', WOOVI_APP_ID: APP_ID })).toEqual([]);
  });

  it('may come from files', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'woovi-')), 'keys.pem');
    writeFileSync(file, pemOf('rsa') + pemOf('rsa'));
    expect(aConfig({ WOOVI_PUBLIC_KEYS_FILE: file }).woovi.publicKeys).toHaveLength(2);
  });

  it('take several keys, with \\n for line ends', () => {
    const keys = (pemOf('rsa') + pemOf('rsa')).replaceAll('\n', '\\n');
    expect(aConfig({ WOOVI_PUBLIC_KEYS: keys }).woovi.publicKeys).toHaveLength(2);
  });

  it.each([
    ['text that is no key', 'nothing', 'must be public keys in PEM'],
    ['text beside a key', `${pemOf('rsa')} and more`, 'must be public keys in PEM'],
    ['a block that is no key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----', 'must have only RSA'],
    ['a key that is not RSA', pemOf('ec'), 'must have only RSA'],
  ])('reject %s', (_case, keys, problem) => {
    expect(problemsOf({ WOOVI_PUBLIC_KEYS: keys })).toEqual([expect.stringContaining(problem)]);
  });

  it.each(['https://api.woovi.com', 'https://API.woovi.com/', 'https://api.openpix.com.br'])(
    'reject the live host %s in a sandbox (rule 16.9)',
    (base) => {
      expect(problemsOf({ WOOVI_API_BASE: base })).toEqual([expect.stringContaining('must not be the live host')]);
    },
  );

  it.each(['https://api.woovi-sandbox.com', 'http://127.0.0.1:9000', 'http://localhost'])(
    'reject the test host %s in production (rule 16.9)',
    (base) => {
      const problems = problemsOf({ ...PRODUCTION, ...DATABASE, WOOVI_API_BASE: base });
      expect(problems).toEqual([expect.stringContaining('must not be a test host')]);
    },
  );

  it('reject http to another machine, and an AppID that no header can carry, without repeating it', () => {
    const problems = problemsOf({ WOOVI_API_BASE: 'http://woovi.example', WOOVI_APP_ID: 'secret with blanks' });
    expect(problems).toEqual([
      expect.stringContaining('WOOVI_APP_ID must have 8 or more'),
      expect.stringContaining('WOOVI_API_BASE must be an https'),
    ]);
    expect(problems.join()).not.toContain('secret');
  });
});
