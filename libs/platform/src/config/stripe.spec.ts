import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aConfig, PRODUCTION } from '../testing/a-config';
import { ConfigError } from './config-error';

const LIVE = { ...PRODUCTION, DATABASE_URL: 'postgres://127.0.0.1/servicepay' };
const TEST_KEY = 'sk_test_51AbCdEfGhIjKl';
const LIVE_KEY = 'sk_live_51AbCdEfGhIjKl';

function problemsOf(env: Readonly<Record<string, string>>): string[] {
  try {
    aConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}

describe('the settings of Stripe', () => {
  it('have the one host of Stripe, and nothing else by default', () => {
    expect(aConfig().stripe).toEqual({
      secretKey: undefined,
      webhookSecrets: [],
      apiBase: 'https://api.stripe.com',
      financialAccount: undefined,
    });
  });

  it('need the key and a webhook secret exactly when PROVIDERS names stripe', () => {
    expect(problemsOf({ PROVIDERS: 'stripe' })).toEqual([
      'STRIPE_SECRET_KEY is required when PROVIDERS names stripe',
      'STRIPE_WEBHOOK_SECRETS is required when PROVIDERS names stripe',
    ]);
    const secrets = { STRIPE_SECRET_KEY: TEST_KEY, STRIPE_WEBHOOK_SECRETS: 'whsec_12345678' };
    expect(problemsOf({ PROVIDERS: 'stripe', ...secrets })).toEqual([]);
  });

  it('take several webhook secrets, also from a file', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'stripe-')), 'secrets');
    writeFileSync(file, 'whsec_one12345, whsec_two12345\n');
    expect(aConfig({ STRIPE_WEBHOOK_SECRETS_FILE: file }).stripe.webhookSecrets).toEqual([
      'whsec_one12345',
      'whsec_two12345',
    ]);
  });

  it.each([TEST_KEY, 'rk_test_51AbCdEfGhIjKl'])('take the test key %s in a sandbox only (rule 16.9)', (key) => {
    expect(aConfig({ STRIPE_SECRET_KEY: key }).stripe.secretKey).toBe(key);
    expect(problemsOf({ ...LIVE, STRIPE_SECRET_KEY: key })).toEqual([
      'STRIPE_SECRET_KEY must not be a test key in production',
    ]);
  });

  it.each([LIVE_KEY, 'rk_live_51AbCdEfGhIjKl'])('take the live key %s in production only (rule 16.9)', (key) => {
    expect(aConfig({ ...LIVE, STRIPE_SECRET_KEY: key }).stripe.secretKey).toBe(key);
    expect(problemsOf({ STRIPE_SECRET_KEY: key })).toEqual([
      'STRIPE_SECRET_KEY must not be a live key unless SERVICE_ENVIRONMENT is production',
    ]);
  });

  it.each(['http://127.0.0.1:9000', 'http://localhost', 'http://[::1]:9000'])(
    'take %s, which counts as a test host, in a sandbox only (rule 16.9)',
    (base) => {
      expect(aConfig({ STRIPE_API_BASE: `${base}/` }).stripe.apiBase).toBe(base);
      expect(problemsOf({ ...LIVE, STRIPE_API_BASE: base })).toEqual([
        'STRIPE_API_BASE must not be a test host in production',
      ]);
    },
  );

  it.each([
    ['STRIPE_API_BASE', 'http://stripe.example', 'must be an https address'],
    ['STRIPE_API_BASE', 'https://stripe.example/v1', 'must be only a scheme, host and port'],
    ['STRIPE_SECRET_KEY', 'pk_test_51AbCdEfGhIjKl', 'must be a secret or restricted key'],
    ['STRIPE_SECRET_KEY', 'sk_test_with blanks', 'must be a secret or restricted key'],
    ['STRIPE_WEBHOOK_SECRETS', 'whsec_12345678,', 'must be signing secrets'],
    ['STRIPE_WEBHOOK_SECRETS', 'sk_test_51AbCdEfGhIjKl', 'must be signing secrets'],
    ['STRIPE_FINANCIAL_ACCOUNT', 'acct_1234', 'must be the id of a financial account'],
  ])('reject %s=%s, and do not repeat it', (name, value, problem) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toEqual([expect.stringContaining(`${name} ${problem}`)]);
    expect(problems.join()).not.toContain(value);
  });

  it('have the financial account that is given', () => {
    expect(aConfig({ STRIPE_FINANCIAL_ACCOUNT: 'fa_test_65Abc' }).stripe.financialAccount).toBe('fa_test_65Abc');
  });
});
