import { ConfigError, loadConfig, type Config, type GeneratedSecrets } from './config';

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const GENERATED: GeneratedSecrets = {
  SECRETS_KEY: KEY.toString('base64'),
  API_KEY_PEPPER: KEY.toString('base64'),
  PLATFORM_WEBHOOK_SECRET: 'generated-secret-of-enough-length',
};
const PRODUCTION = {
  SERVICE_ENVIRONMENT: 'production',
  SECRETS_KEY: OTHER_KEY.toString('base64'),
  API_KEY_PEPPER: OTHER_KEY.toString('base64'),
  PLATFORM_WEBHOOK_SECRET: 'a-secret-of-production-with-length',
};

const load = (env: Record<string, string> = {}) => loadConfig(env, () => GENERATED);

function refusalOf(env: Record<string, string>): ConfigError {
  try {
    load(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

interface Variable {
  name: string;
  field: keyof Config;
  unset: unknown;
  valid: [string, unknown][];
  invalid: string[];
  /** What else must be set for the value to count. */
  with?: Record<string, string>;
}

const NUMBERS_GONE_WRONG = ['-1', '1.5', '1e3', '0x50', 'many', ' ', '9999999999999'];
const PORTS: Pick<Variable, 'valid' | 'invalid'> = {
  valid: [
    ['8080', 8080],
    ['0', 0],
    ['65535', 65535],
    [' 8080 ', 8080],
  ],
  invalid: ['65536', '80a', ...NUMBERS_GONE_WRONG],
};
const HTTP_GONE_WRONG = [
  'pay.example.com',
  'ftp://pay.example.com',
  'http://',
  '//pay.example.com',
  'javascript:alert(1)',
];

const VARIABLES: Variable[] = [
  {
    name: 'SERVICE_ENVIRONMENT',
    field: 'environment',
    unset: 'sandbox',
    valid: [
      ['sandbox', 'sandbox'],
      ['production', 'production'],
    ],
    invalid: ['prod', 'Production', 'staging'],
    with: PRODUCTION,
  },
  { name: 'PORT', field: 'port', unset: 3000, ...PORTS },
  { name: 'OPS_PORT', field: 'opsPort', unset: 9090, ...PORTS },
  { name: 'WORKER_OPS_PORT', field: 'workerOpsPort', unset: 9091, ...PORTS },
  {
    name: 'PUBLIC_URL',
    field: 'publicUrl',
    unset: 'http://localhost:3000',
    valid: [
      ['https://pay.example.com', 'https://pay.example.com'],
      ['https://pay.example.com//', 'https://pay.example.com'],
      ['https://example.com/pay/', 'https://example.com/pay'],
    ],
    invalid: HTTP_GONE_WRONG,
  },
  {
    name: 'DATABASE_URL',
    field: 'databaseUrl',
    unset: undefined,
    valid: [
      ['postgres://db/pay', 'postgres://db/pay'],
      ['postgresql://user:pw@db:5432/pay', 'postgresql://user:pw@db:5432/pay'],
    ],
    invalid: ['mysql://db/pay', 'db/pay', 'http://db/pay'],
  },
  {
    name: 'DATABASE_POOL_SIZE',
    field: 'databasePoolSize',
    unset: 10,
    valid: [
      ['1', 1],
      ['200', 200],
    ],
    invalid: ['0', '201', ...NUMBERS_GONE_WRONG],
  },
  {
    name: 'REDIS_URL',
    field: 'redisUrl',
    unset: undefined,
    valid: [
      ['redis://cache:6379', 'redis://cache:6379'],
      ['rediss://cache:6379/1', 'rediss://cache:6379/1'],
    ],
    invalid: ['cache:6379', 'http://cache'],
  },
  { name: 'DATA_DIR', field: 'dataDir', unset: '.data', valid: [['/var/lib/pay', '/var/lib/pay']], invalid: [] },
  {
    name: 'SECRETS_KEY',
    field: 'secretsKey',
    unset: KEY,
    valid: [[OTHER_KEY.toString('base64'), OTHER_KEY]],
    invalid: ['short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64'), 'ab'.repeat(32)],
  },
  {
    name: 'API_KEY_PEPPER',
    field: 'apiKeyPepper',
    unset: KEY,
    valid: [[OTHER_KEY.toString('base64'), OTHER_KEY]],
    invalid: ['short', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')],
  },
  {
    name: 'PLATFORM_WEBHOOK_SECRET',
    field: 'platformWebhookSecret',
    unset: GENERATED.PLATFORM_WEBHOOK_SECRET,
    valid: [['x'.repeat(32), 'x'.repeat(32)]],
    invalid: ['x'.repeat(31)],
  },
  {
    name: 'WEBHOOK_RETRY_DELAYS',
    field: 'webhookRetryDelaysMs',
    unset: [30_000, 300_000, 1_800_000, 7_200_000],
    valid: [
      ['1ms,2s,3m,4h', [1, 2_000, 180_000, 14_400_000]],
      ['1s, 1s, 1s, 1d', [1_000, 1_000, 1_000, 86_400_000]],
    ],
    invalid: [
      '30s',
      '30s,5m,30m',
      '30s,5m,30m,2h,8h',
      '30,5m,30m,2h',
      '-1s,5m,30m,2h',
      '30s,5m,30m,',
      '1.5s,5m,30m,2h',
    ],
  },
  {
    name: 'WEBHOOK_ALLOWED_NETWORKS',
    field: 'webhookAllowedNetworks',
    unset: ['127.0.0.0/8', '::1/128'],
    valid: [
      ['10.0.0.0/8', ['10.0.0.0/8']],
      ['10.0.0.0/8, fd00::/8,', ['10.0.0.0/8', 'fd00::/8']],
    ],
    invalid: ['10.0.0.0', '10.0.0.0/33', 'localhost', '*'],
  },
  {
    name: 'IP_RATE_LIMIT',
    field: 'ipRateLimit',
    unset: 100,
    valid: [
      ['1', 1],
      ['1000000000', 1_000_000_000],
    ],
    invalid: ['0', '1000000001', ...NUMBERS_GONE_WRONG],
  },
  {
    name: 'PANEL_DOCS',
    field: 'panelDocs',
    unset: true,
    valid: [
      ['true', true],
      ['false', false],
    ],
    invalid: ['0', 'no', 'False'],
  },
  {
    name: 'TRUST_PROXY',
    field: 'trustProxy',
    unset: 0,
    valid: [
      ['2', 2],
      ['10.0.0.0/8,::1/128', ['10.0.0.0/8', '::1/128']],
    ],
    invalid: ['true', '10.0.0.1', '-1', '1000'],
  },
  {
    name: 'SMTP_URL',
    field: 'smtpUrl',
    unset: undefined,
    valid: [
      ['smtp://mail:25', 'smtp://mail:25'],
      ['smtps://user:pw@mail:465', 'smtps://user:pw@mail:465'],
    ],
    invalid: ['mail:25', 'http://mail', 'smtp://'],
  },
  {
    name: 'FX_SOURCE',
    field: 'fxSource',
    unset: 'fixed',
    valid: [
      ['fixed', 'fixed'],
      ['http', 'http'],
    ],
    invalid: ['https', 'none'],
    with: { FX_HTTP_URL: 'http://rates' },
  },
  {
    name: 'FX_HTTP_URL',
    field: 'fxHttpUrl',
    unset: undefined,
    valid: [['https://rates.example.com/v1', 'https://rates.example.com/v1']],
    invalid: HTTP_GONE_WRONG,
  },
  {
    name: 'FX_MAX_AGE',
    field: 'fxMaxAgeMs',
    unset: 3_600_000,
    valid: [
      ['500ms', 500],
      ['2h', 7_200_000],
    ],
    invalid: ['1', '0s', 'h', '1 h', '1w', '-1h', '99999999999s'],
  },
  {
    name: 'SANDBOX_PAYOUT_DELAY',
    field: 'sandboxPayoutDelayMs',
    unset: 5_000,
    valid: [
      ['1ms', 1],
      ['2m', 120_000],
    ],
    invalid: ['5', '0s', 's', '1 s', '-1s'],
  },
  {
    name: 'LOG_LEVEL',
    field: 'logLevel',
    unset: 'info',
    valid: [
      ['silent', 'silent'],
      ['debug', 'debug'],
    ],
    invalid: ['verbose', 'INFO'],
  },
];

describe.each(VARIABLES)('$name', ({ name, field, unset, valid, invalid, with: others = {} }) => {
  it('has a working default', () => {
    expect(load()[field]).toEqual(unset);
  });

  it('counts as unset when it is empty', () => {
    expect(load({ [name]: '' })[field]).toEqual(unset);
  });

  it.each(valid)('can be %s', (text, value) => {
    expect(load({ ...others, [name]: text })[field]).toEqual(value);
  });

  if (invalid.length > 0) {
    it.each(invalid)('cannot be %j, and the error is one line', (text) => {
      const error = refusalOf({ ...others, [name]: text });
      expect(error.variable).toBe(name);
      expect(error.message).toMatch(new RegExp(`^${name} must .+$`));
    });
  }
});

it('every setting has one of these variables', () => {
  expect(VARIABLES.map(({ field }) => field).sort()).toEqual(Object.keys(load()).sort());
});

it('the address of the service follows its port unless it is set', () => {
  expect(load({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
});

it('a market source of rates requires its address', () => {
  expect(refusalOf({ FX_SOURCE: 'http' })).toMatchObject({
    variable: 'FX_HTTP_URL',
    message: 'FX_HTTP_URL is required when FX_SOURCE is http',
  });
});

describe('secrets', () => {
  const NAMES = ['SECRETS_KEY', 'API_KEY_PEPPER', 'PLATFORM_WEBHOOK_SECRET'] as const;

  it.each(NAMES)('stop the start in production when %s is missing', (name) => {
    expect(refusalOf({ ...PRODUCTION, [name]: '' })).toMatchObject({
      variable: name,
      message: `${name} is required in production`,
    });
  });

  it('are never generated in production', () => {
    const generate = jest.fn(() => GENERATED);
    loadConfig(PRODUCTION, generate);
    expect(() => loadConfig({ SERVICE_ENVIRONMENT: 'production' }, generate)).toThrow(ConfigError);
    expect(generate).not.toHaveBeenCalled();
  });

  it('are generated in the configured data folder', () => {
    const generate = jest.fn(() => GENERATED);
    loadConfig({ DATA_DIR: '/elsewhere' }, generate);
    expect(generate).toHaveBeenCalledWith('/elsewhere');
  });

  it('are not generated when all of them are set', () => {
    const generate = jest.fn(() => GENERATED);
    loadConfig({ ...PRODUCTION, SERVICE_ENVIRONMENT: 'sandbox' }, generate);
    expect(generate).not.toHaveBeenCalled();
  });

  it('that are set are kept, and the others are generated', () => {
    const config = load({ API_KEY_PEPPER: OTHER_KEY.toString('base64') });
    expect([config.apiKeyPepper, config.secretsKey]).toEqual([OTHER_KEY, KEY]);
  });

  it.each`
    variable                     | value
    ${'SECRETS_KEY'}             | ${'hunter2'}
    ${'API_KEY_PEPPER'}          | ${'hunter2'}
    ${'PLATFORM_WEBHOOK_SECRET'} | ${'hunter2'}
    ${'DATABASE_URL'}            | ${'mysql://user:hunter2@db/pay'}
    ${'REDIS_URL'}               | ${'http://:hunter2@cache'}
    ${'SMTP_URL'}                | ${'http://user:hunter2@mail'}
    ${'FX_HTTP_URL'}             | ${'ftp://rates/?key=hunter2'}
  `('are not repeated in the error about $variable', ({ variable, value }) => {
    const error = refusalOf({ [variable]: value });
    expect(error.variable).toBe(variable);
    expect(`${error.message}${error.stack}`).not.toContain('hunter2');
  });
});

describe('production', () => {
  it('does not let webhooks reach private networks', () => {
    expect(load(PRODUCTION).webhookAllowedNetworks).toEqual([]);
  });
});
