import { decimal, Money } from '@app/kernel';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Config } from './config';
import { ConfigError } from './config-error';
import type { GeneratedSecrets } from './secrets';

const KEY = Buffer.alloc(32, 7);
const OTHER_KEY = Buffer.alloc(32, 8);
const GENERATED: GeneratedSecrets = {
  SECRETS_KEY: KEY.toString('base64'),
  API_KEY_PEPPER: KEY.toString('base64'),
  PLATFORM_WEBHOOK_SECRET: 'generated-secret-of-enough-length',
};
/** Random enough to be accepted in production, and the same in every run. */
const digestOf = (text: string) => createHash('sha256').update(text);
const PRODUCTION = {
  SERVICE_ENVIRONMENT: 'production',
  DATABASE_URL: 'postgres://db/pay',
  PUBLIC_URL: 'https://pay.example.com',
  SECRETS_KEY: digestOf('secrets key').digest('base64'),
  API_KEY_PEPPER: digestOf('pepper').digest('base64'),
  PLATFORM_WEBHOOK_SECRET: digestOf('platform').digest('hex'),
  FX_SOURCE: 'http',
  FX_HTTP_URL: 'https://rates.example.com',
  SMTP_URL: 'smtp://mail:25',
  ALLOW_SIMULATED_RAILS: 'true',
};

const load = (env: Record<string, string> = {}) => loadConfig(env, () => GENERATED);

function errorOf(env: Record<string, string>): ConfigError {
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

const NUMBERS_GONE_WRONG = ['-1', '1.5', '1e3', '0x50', 'many', '9999999999999'];
const PORTS: Pick<Variable, 'valid' | 'invalid'> = {
  valid: [
    ['8080', 8080],
    ['0', 0],
    ['65535', 65535],
    [' 8080 ', 8080],
  ],
  invalid: ['65536', '80a', ...NUMBERS_GONE_WRONG],
};
const HOSTS: Pick<Variable, 'valid' | 'invalid'> = {
  valid: [
    ['0.0.0.0', '0.0.0.0'],
    ['::', '::'],
    ['localhost', 'localhost'],
  ],
  // The last ones are read as other addresses than a person sees in them.
  invalid: ['all', '10.0.0.0/8', 'http://127.0.0.1', '127.0.0.1:80', '0', '127.1', '010.0.0.1', '2130706433'],
};
const LIMITS: Pick<Variable, 'valid' | 'invalid'> = {
  valid: [
    ['1', 1],
    ['1000000000', 1_000_000_000],
  ],
  invalid: ['0', '1000000001', ...NUMBERS_GONE_WRONG],
};
const DURATIONS: Pick<Variable, 'valid' | 'invalid'> = {
  valid: [
    ['500ms', 500],
    ['2h', 7_200_000],
  ],
  invalid: ['1', '0s', 'h', '1 h', '1w', '-1h', '99999999999s', '36501d'],
};
const DAY_MS = 86_400_000;
const fromDays = (days: number): Pick<Variable, 'valid' | 'invalid'> => ({
  valid: [
    [`${days}d`, days * DAY_MS],
    ['9600h', 400 * DAY_MS],
  ],
  invalid: ['1', '0s', '1m', `${days * 24 - 1}h`, '1w', '36501d', '999999999d'],
});
const FLAGS: Pick<Variable, 'valid' | 'invalid'> = {
  valid: [
    ['true', true],
    ['false', false],
  ],
  invalid: ['0', 'no', 'False'],
};
const HTTP_GONE_WRONG = [
  'pay.example.com',
  'ftp://pay.example.com',
  'http://',
  '//pay.example.com',
  'javascript:alert(1)',
  // What the parser would repair, while the address is used as it is written.
  'https:pay.example.com',
  'https:/pay.example.com',
  'https:\\\\pay.example.com',
  'https:///pay.example.com',
  'https://pay.example.com/a b',
  'https://pay.example.com/\u200B',
  // Placeholders that nothing filled in, and hosts and ports that no server has.
  'https://${HOST}',
  'https://{{host}}/x',
  'https://$HOST',
  'https://*.example.com',
  'https://<host>',
  'https://https://pay.example.com',
  'https://pay..example.com',
  'https://pay.example.com:0',
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
  { name: 'HOST', field: 'host', unset: undefined, ...HOSTS },
  { name: 'OPS_HOST', field: 'opsHost', unset: '127.0.0.1', ...HOSTS },
  {
    name: 'PUBLIC_URL',
    field: 'publicUrl',
    unset: 'http://localhost:3000',
    valid: [
      ['https://pay.example.com', 'https://pay.example.com'],
      ['https://pay.example.com//', 'https://pay.example.com'],
      ['https://example.com/pay/', 'https://example.com/pay'],
    ],
    invalid: [...HTTP_GONE_WRONG, 'https://x/?a=1', 'https://x/?', 'https://x/#a', 'https://me:pw@x/'],
  },
  {
    name: 'DATABASE_REPLICA_URL',
    field: 'databaseReplicaUrl',
    unset: undefined,
    valid: [['postgres://replica/pay', 'postgres://replica/pay']],
    // One is checked, and read.
    invalid: ['postgres://a,b/pay', 'replica'],
  },
  {
    name: 'DATABASE_URL',
    field: 'databaseUrl',
    unset: undefined,
    valid: [
      ['postgres://db/pay', 'postgres://db/pay'],
      ['postgresql://user:pw@db:5432/pay', 'postgresql://user:pw@db:5432/pay'],
      ['postgres://user:p%40s%2Fs@[::1]:5432/pay', 'postgres://user:p%40s%2Fs@[::1]:5432/pay'],
      ['postgres://db/pay?sslmode=require', 'postgres://db/pay?sslmode=verify-full'],
      ['postgres:///pay?host=/run/postgresql', 'postgres:///pay?host=/run/postgresql'],
    ],
    invalid: [
      'mysql://db/pay',
      'db/pay',
      'http://db/pay',
      'postgres://$DB/pay',
      'postgres://u:p@${DB_HOST}/pay',
      'postgres://db/pay?sslmode=require&sslmode=disable',
    ],
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
      ['redis+sentinel://:p%40ss@a,[::1]:26380/my-master/0', 'redis+sentinel://:p%40ss@a,[::1]:26380/my-master/0'],
      ['rediss+sentinel://a/m?sentinel_password=s', 'rediss+sentinel://a/m?sentinel_password=s'],
    ],
    invalid: [
      'cache:6379',
      'http://cache',
      'redis://a,b',
      'redis://c:99999',
      'redis://c/x',
      'redis://c?tls=1',
      'redis://',
      'redis:///0',
      'redis://:6379',
      'redis://${CACHE}:6379',
      'redis://$CACHE',
      'redis+sentinel://a,b',
      'redis+sentinel://a,b/0/master',
      'redis+sentinel://a,,b/m/0',
      'redis+sentinel://a:0/m/0',
      'redis+sentinel://$A/m/0',
      'redis+sentinel://a/m/0?tls=1',
      'redis+sentinel://a/m/0#x',
      'redis-sentinel://a/m/0',
    ],
  },
  {
    name: 'DATA_DIR',
    field: 'dataDir',
    unset: '.data',
    valid: [['/var/lib/pay', '/var/lib/pay']],
    invalid: ['~/pay', '$HOME/pay'],
  },
  {
    name: 'SECRETS_KEY',
    field: 'secretsKey',
    unset: KEY,
    valid: [[OTHER_KEY.toString('base64'), OTHER_KEY]],
    invalid: [
      'short',
      Buffer.alloc(31).toString('base64'),
      Buffer.alloc(33).toString('base64'),
      'ab'.repeat(32),
      // A decoder skips what is not base64, and gives another key.
      `a*b!${KEY.toString('base64').slice(2)}`,
    ],
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
    invalid: [
      '10.0.0.0',
      '10.0.0.0/33',
      'localhost',
      '*',
      '::ffff:10.0.0.0/104',
      '::FFFF:a00:0/96',
      '010.0.0.0/8',
      '10/8',
    ],
  },
  { name: 'IP_RATE_LIMIT', field: 'ipRateLimit', unset: 100, ...LIMITS },
  { name: 'ANONYMOUS_RATE_LIMIT', field: 'anonymousRateLimit', unset: 600, ...LIMITS },
  { name: 'PANEL_RATE_LIMIT', field: 'panelRateLimit', unset: 1200, ...LIMITS },
  {
    name: 'MAX_CONNECTIONS_PER_IP',
    field: 'maxConnectionsPerIp',
    unset: 256,
    valid: [['1', 1]],
    invalid: ['0', '1000001', ...NUMBERS_GONE_WRONG],
  },
  { name: 'PANEL_DOCS', field: 'panelDocs', unset: true, ...FLAGS },
  {
    name: 'PROVIDERS',
    field: 'providers',
    unset: ['sandbox'],
    valid: [
      ['one', ['one']],
      [' One , other', ['one', 'other']],
    ],
    invalid: ['stripe,', 'a b', 'stripe,stripe', '*', '9lives'],
  },
  {
    name: 'COLLECTION_ROUTES',
    field: 'collectionRoutes',
    unset: new Map(),
    valid: [
      [
        'brl_pix:woovi, card:stripe ,*:dlocal',
        new Map([
          ['brl_pix', 'woovi'],
          ['card', 'stripe'],
          ['*', 'dlocal'],
        ]),
      ],
    ],
    invalid: ['brl_pix', 'brl_pix=woovi', 'BR/BRL:woovi', 'card:stripe,card:woovi', 'card:stripe:woovi', 'card:'],
  },
  {
    name: 'PAYOUT_ROUTES',
    field: 'payoutRoutes',
    unset: new Map(),
    valid: [
      [
        'BR/BRL:woovi,*:dlocal',
        new Map([
          ['BR/BRL', 'woovi'],
          ['*', 'dlocal'],
        ]),
      ],
    ],
    invalid: ['BR:woovi', 'br/brl:woovi', 'BR/BRL', 'BR/BRL:woovi,BR/BRL:dlocal', '*:'],
  },
  { name: 'ALLOW_SIMULATED_RAILS', field: 'allowSimulatedRails', unset: false, ...FLAGS },
  { name: 'RETENTION_EVENTS', field: 'retentionEventsMs', unset: 90 * DAY_MS, ...fromDays(1) },
  { name: 'RETENTION_NOTIFICATIONS', field: 'retentionNotificationsMs', unset: 400 * DAY_MS, ...fromDays(120) },
  { name: 'RETENTION_MAIL', field: 'retentionMailMs', unset: 90 * DAY_MS, ...fromDays(1) },
  { name: 'RETENTION_ORDERS', field: 'retentionOrdersMs', unset: 400 * DAY_MS, ...fromDays(7) },
  {
    name: 'BOOKS_PROOF_INTERVAL',
    field: 'booksProofIntervalMs',
    unset: 600_000,
    valid: [['1m', 60_000]],
    invalid: ['59s', '0', 'daily'],
  },
  {
    name: 'FX_LATE_TOLERANCE',
    field: 'fxLateTolerance',
    unset: decimal('2'),
    valid: [
      ['0', decimal('0')],
      ['0.5', decimal('0.5')],
    ],
    invalid: ['-1', '2%', '1e1', 'two', '1000'],
  },
  {
    name: 'SECRETS_KEY_PREVIOUS',
    field: 'secretsKeyPrevious',
    unset: undefined,
    valid: [[OTHER_KEY.toString('base64'), OTHER_KEY]],
    invalid: ['short'],
  },
  {
    name: 'PLATFORM_WEBHOOK_SECRET_PREVIOUS',
    field: 'platformWebhookSecretPrevious',
    unset: undefined,
    valid: [['x'.repeat(32), 'x'.repeat(32)]],
    invalid: ['x'.repeat(31)],
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
      ['smtp://mail?from=Pay <no@x>', 'smtp://mail?from=Pay <no@x>'],
    ],
    invalid: [
      'mail:25',
      'http://mail',
      'smtp://',
      'smtp://mail/x',
      'smtp://mail?from=nope',
      'smtp://mail?port=2',
      'smtp://mail:0',
      'smtp://$MAIL',
      'smtp://me:50%off@mail',
      'smtp://mail?from=a@x&from=b@x',
    ],
  },
  {
    name: 'SMTP_ALLOW_CLEARTEXT',
    field: 'smtpRequiresTls',
    unset: false,
    valid: [['true', false]],
    invalid: FLAGS.invalid,
  },
  {
    name: 'EGRESS_PROXY',
    field: 'egressProxy',
    unset: undefined,
    valid: [
      ['http://proxy:3128', 'http://proxy:3128'],
      ['https://me:p%40ss@proxy', 'https://me:p%40ss@proxy'],
    ],
    invalid: [
      'proxy:3128',
      'socks5://proxy',
      'http://proxy/path',
      'http://proxy?x=1',
      'http://me:%zz@proxy',
      'http:proxy:3128',
      'http:///proxy:3128',
      'http://${PROXY}',
      'http://proxy:0',
    ],
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
    invalid: [...HTTP_GONE_WRONG, 'https://me:pw@rates/', 'https://rates/#x'],
  },
  {
    name: 'FX_HTTP_FORMAT',
    field: 'fxHttpFormat',
    unset: 'native',
    valid: [
      ['native', 'native'],
      ['frankfurter', 'frankfurter'],
      ['openexchangerates', 'openexchangerates'],
      ['er-api', 'er-api'],
      ['dlocal', 'dlocal'],
    ],
    invalid: ['xml', 'Frankfurter'],
  },
  { name: 'FX_LOCK', field: 'fxLockMs', unset: 86_400_000, ...DURATIONS },
  { name: 'FX_MAX_AGE', field: 'fxMaxAgeMs', unset: 3_600_000, ...DURATIONS },
  { name: 'SANDBOX_PAYOUT_DELAY', field: 'sandboxPayoutDelayMs', unset: 5_000, ...DURATIONS },
  {
    name: 'TRANSFER_MINIMUM_USD',
    field: 'transferMinimumUsd',
    unset: Money.of('5', 'USD'),
    valid: [
      ['0', Money.of('0', 'USD')],
      ['7.50', Money.of('7.50', 'USD')],
    ],
    invalid: ['-1', '1.005', '1e3', 'five', '5 USD', '9999999999'],
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    field: 'tracesEndpoint',
    unset: undefined,
    valid: [['http://collector:4318/', 'http://collector:4318']],
    invalid: ['collector:4318', 'grpc://collector:4317', 'http://me:pw@collector', 'http://collector?x=1'],
  },
  {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    field: 'tracesHeaders',
    unset: {},
    valid: [['api-key=a%20b,x-tenant=pay', { 'api-key': 'a b', 'x-tenant': 'pay' }]],
    invalid: ['api-key', '=value', 'api-key=%zz', 'a=b,'],
  },
  {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    field: 'tracesRatio',
    unset: 1,
    valid: [
      ['0.25', 0.25],
      ['0', 0],
    ],
    invalid: ['1.1', '-0.1', '10%', 'all'],
  },
  {
    name: 'SHUTDOWN_GRACE',
    field: 'shutdownGraceMs',
    unset: 5_000,
    valid: [
      ['0s', 0],
      ['30s', 30_000],
    ],
    invalid: ['-1s', '5', 'long'],
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
      const error = errorOf({ ...others, [name]: text });
      expect(error.problems).toHaveLength(1);
      expect(error.message).toMatch(new RegExp(`^${name} must .+$`));
    });
  }
});

/** The settings of providers have specs of their own. */
const OF_PROVIDERS = ['dlocal', 'stripe', 'woovi'];

it('every setting has one of these variables', () => {
  const tested = [...VARIABLES.map(({ field }) => field), ...OF_PROVIDERS];
  expect(tested.sort()).toEqual(Object.keys(load()).sort());
});

it('the address of the service follows its port unless it is set', () => {
  expect(load({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
});

describe('values from a file of variables', () => {
  it('are read without the carriage returns of Windows, which alone are no value', () => {
    const crlf = { PORT: '8080\r', PUBLIC_URL: 'https://pay.example\r', REDIS_URL: '\r', SMTP_URL: ' ', HOST: '\r' };
    expect(load(crlf)).toMatchObject({
      port: 8_080,
      publicUrl: 'https://pay.example',
      redisUrl: undefined,
      smtpUrl: undefined,
      host: undefined,
    });
  });

  it.each([
    ['PLATFORM_WEBHOOK_SECRET', `"${'x'.repeat(32)}"`],
    ['PLATFORM_WEBHOOK_SECRET', `'${'x'.repeat(32)}'`],
    ['SECRETS_KEY', `"${KEY.toString('base64')}"`],
    ['DATA_DIR', '"/var/lib/pay"'],
    ['PORT', '"8080"'],
    ['LOG_LEVEL', "'info'"],
  ])('are rejected in quotation marks, which would be part of them: %s=%s', (name, value) => {
    expect(errorOf({ [name]: value }).message).toBe(
      `${name} is in quotation marks, which would be part of the value: leave them out`,
    );
  });
});

it('a market source of rates requires its address', () => {
  expect(errorOf({ FX_SOURCE: 'http' }).message).toBe('FX_HTTP_URL is required when FX_SOURCE is http');
});

it("dLocal's rates require its credentials, and no address", () => {
  const source = { FX_SOURCE: 'http', FX_HTTP_FORMAT: 'dlocal', DLOCAL_TRANS_KEY: 'trans-key-of-tests' };
  expect(errorOf(source).message.split('\n')).toEqual([
    'DLOCAL_LOGIN is required when FX_HTTP_FORMAT is dlocal',
    'DLOCAL_SECRET_KEYS is required when FX_HTTP_FORMAT is dlocal',
  ]);
  const { fxHttpUrl } = load({ ...source, DLOCAL_LOGIN: 'login-of-tests', DLOCAL_SECRET_KEYS: 'secret-of-tests' });
  expect(fxHttpUrl).toBeUndefined();
});

describe('secrets', () => {
  const NAMES = ['SECRETS_KEY', 'API_KEY_PEPPER', 'PLATFORM_WEBHOOK_SECRET'] as const;

  it.each(NAMES)('stop the start in production when %s is missing', (name) => {
    expect(errorOf({ ...PRODUCTION, [name]: '' }).message).toBe(`${name} is required in production`);
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

  it('are not generated where the data folder is rejected', () => {
    const generate = jest.fn(() => GENERATED);
    expect(() => loadConfig({ DATA_DIR: '~/pay' }, generate)).toThrow(/^DATA_DIR must be the path of a folder/);
    expect(generate).not.toHaveBeenCalled();
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
    variable                        | value
    ${'SECRETS_KEY'}                | ${'hunter2'}
    ${'API_KEY_PEPPER'}             | ${'hunter2'}
    ${'PLATFORM_WEBHOOK_SECRET'}    | ${'hunter2'}
    ${'DATABASE_URL'}               | ${'mysql://user:hunter2@db/pay'}
    ${'REDIS_URL'}                  | ${'http://:hunter2@cache'}
    ${'SMTP_URL'}                   | ${'http://user:hunter2@mail'}
    ${'FX_HTTP_URL'}                | ${'ftp://rates/?key=hunter2'}
    ${'DATABASE_URL'}               | ${'postgres://user:?hunter2@db/pay'}
    ${'DATABASE_URL'}               | ${'postgres://user:12#hunter2@db/pay'}
    ${'EGRESS_PROXY'}               | ${'socks5://me:hunter2@proxy'}
    ${'OTEL_EXPORTER_OTLP_HEADERS'} | ${'api-key: hunter2'}
  `('are not repeated in the error about $variable', ({ variable, value }) => {
    const error = errorOf({ [variable]: value });
    expect(error.problems[0]?.variable).toBe(variable);
    expect(`${error.message}${error.stack}`).not.toContain('hunter2');
  });
});

it.each([
  ['a port that does not exist', 'postgres://db:99999/pay', 'must have a port from 1 to 65535'],
  ['an unescaped @', 'postgres://user:p@ss@db/pay', 'percent-encoded: @ as %40'],
  ['an unescaped / in the password', 'postgres://user:p/ss@db/pay', 'percent-encoded: @ as %40'],
  ['no name of a database', 'postgres://user:pw@db:5432', 'must end with the name of a database'],
  ['another kind of database', 'mysql://db/pay', 'must start with postgres:// or postgresql://'],
  ['a host of several that cannot exist', 'postgres://db1,db..2/pay', 'must'],
  ['hosts of which any is chosen', 'postgres://db1,db2/pay?target_session_attrs=any', 'target_session_attrs'],
  ['a parameter that has no effect', 'postgres://db/pay?connect_timeout=3', 'parameter connect_timeout'],
  ['an sslmode that has no effect', 'postgres://db/pay?sslmode=prefer', 'must have an sslmode of'],
  ['a file that is missing', 'postgres://db/pay?sslrootcert=/none.pem', 'sslrootcert that cannot be read (ENOENT)'],
])('a DATABASE_URL with %s is rejected by one line', (_what, value, problem) => {
  const { message } = errorOf({ DATABASE_URL: value });
  expect(message).toMatch(/^DATABASE_URL [^\n]+$/);
  expect(message).toContain(problem);
});

it('a DATABASE_URL may name several hosts, of which the one that takes writes is used (rule 16.13)', () => {
  const url = 'postgres://me:pw@db1:5432,db2:5433/pay?target_session_attrs=read-write&sslmode=require';
  expect(load({ DATABASE_URL: url }).databaseUrl).toBe(url.replace('require', 'verify-full'));
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'servicepay-config-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (text: string) => {
    const file = join(folder, String(Math.random()));
    writeFileSync(file, text);
    return file;
  };

  it('is read without the line end', () => {
    expect(load({ DATABASE_URL_FILE: fileOf('postgres://db/pay\n') }).databaseUrl).toBe('postgres://db/pay');
  });

  it('counts as set in production', () => {
    const { SECRETS_KEY, DATABASE_URL, ...others } = PRODUCTION;
    const files = { SECRETS_KEY_FILE: fileOf(SECRETS_KEY), DATABASE_URL_FILE: fileOf(DATABASE_URL) };
    expect(load({ ...others, ...files }).secretsKey).toEqual(Buffer.from(SECRETS_KEY, 'base64'));
  });

  it.each([
    [
      'beside the variable itself',
      () => ({ REDIS_URL: 'redis://c', REDIS_URL_FILE: '/x' }),
      'must not be set together',
    ],
    ['that does not exist', () => ({ REDIS_URL_FILE: join(folder, 'none') }), 'cannot be read (ENOENT)'],
    ['that is empty', () => ({ REDIS_URL_FILE: fileOf('\n') }), 'names an empty file'],
  ])('%s is rejected by one line', (_what, env, problem) => {
    expect(errorOf(env()).message).toMatch(/^REDIS_URL_FILE [^\n]+$/);
    expect(errorOf(env()).message).toContain(problem);
  });

  it('is rejected like the variable itself, without its content', () => {
    expect(errorOf({ SMTP_URL_FILE: fileOf('http://hunter2') }).message).toBe(
      'SMTP_URL must be an smtp or smtps address',
    );
  });
});

it('all problems are reported at once, one line each', () => {
  expect(errorOf({ PORT: 'x', IP_RATE_LIMIT: '0', LOG_LEVEL: 'loud' }).message.split('\n')).toEqual([
    expect.stringMatching(/^PORT must /),
    expect.stringMatching(/^IP_RATE_LIMIT must /),
    expect.stringMatching(/^LOG_LEVEL must /),
  ]);
});

describe('production', () => {
  const problemsOf = (env: Record<string, string>) => errorOf({ ...PRODUCTION, ...env }).message.split('\n');

  it('starts with everything set', () => {
    expect(load(PRODUCTION)).toMatchObject({ environment: 'production', publicUrl: 'https://pay.example.com' });
  });

  it('lists everything that is missing when nothing is set (rule 16.1)', () => {
    expect(
      errorOf({ SERVICE_ENVIRONMENT: 'production' })
        .problems.map(({ variable }) => variable)
        .sort(),
    ).toEqual([
      'ALLOW_SIMULATED_RAILS',
      'API_KEY_PEPPER',
      'DATABASE_URL',
      'FX_SOURCE',
      'PLATFORM_WEBHOOK_SECRET',
      'PUBLIC_URL',
      'SECRETS_KEY',
      'SMTP_URL',
    ]);
  });

  it('does not let webhooks reach private networks', () => {
    expect(load(PRODUCTION).webhookAllowedNetworks).toEqual([]);
  });

  it('requires https of its public address', () => {
    expect(problemsOf({ PUBLIC_URL: 'http://pay.example.com' })).toEqual(['PUBLIC_URL must be https in production']);
  });

  it('requires https of a source of rates, unless it is on this machine', () => {
    expect(problemsOf({ FX_HTTP_URL: 'http://rates.example' })).toEqual([
      expect.stringMatching(/^FX_HTTP_URL must be https/),
    ]);
    expect(load({ ...PRODUCTION, FX_HTTP_URL: 'http://127.0.0.1:8080/' }).fxHttpUrl).toBe('http://127.0.0.1:8080/');
  });

  it.each([
    ['smtp://mail:25', {}, true],
    ['smtps://mail', {}, true],
    ['smtp://127.0.0.1:25', {}, false],
    ['smtp://localhost', {}, false],
    ['smtp://mail:25', { SMTP_ALLOW_CLEARTEXT: 'true' }, false],
    ['smtp://mail:25', { SERVICE_ENVIRONMENT: 'sandbox' }, false],
  ])('requires TLS of the mail server %s with %p: %p', (url, env, required) => {
    expect(load({ ...PRODUCTION, SMTP_URL: url, ...env }).smtpRequiresTls).toBe(required);
  });

  it('accepts fixed rates, because staff set them there', () => {
    expect(load({ ...PRODUCTION, FX_SOURCE: 'fixed' }).fxSource).toBe('fixed');
  });

  it.each`
    variable                              | value
    ${'SECRETS_KEY'}                      | ${Buffer.alloc(32, 7).toString('base64')}
    ${'API_KEY_PEPPER'}                   | ${Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64')}
    ${'SECRETS_KEY_PREVIOUS'}             | ${Buffer.alloc(32).toString('base64')}
    ${'SECRETS_KEY'}                      | ${'secret-key-secret-key-secret-key-secret-key'}
    ${'API_KEY_PEPPER'}                   | ${'password123password123password123password12'}
    ${'SECRETS_KEY'}                      | ${'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq'}
    ${'PLATFORM_WEBHOOK_SECRET'}          | ${'changeme'.repeat(8)}
    ${'PLATFORM_WEBHOOK_SECRET'}          | ${`${'changeme'.repeat(8)}!`}
    ${'PLATFORM_WEBHOOK_SECRET'}          | ${`${'password'.repeat(6)}1`}
    ${'PLATFORM_WEBHOOK_SECRET'}          | ${`${'ab'.repeat(20)}ac`}
    ${'PLATFORM_WEBHOOK_SECRET'}          | ${'0123456789abcdef'.repeat(4)}
    ${'PLATFORM_WEBHOOK_SECRET_PREVIOUS'} | ${'x'.repeat(64)}
  `('rejects $value as $variable, because it is regular', ({ variable, value }) => {
    expect(problemsOf({ [variable]: value })).toEqual([expect.stringMatching(`^${variable} must be random`)]);
  });

  it.each([
    ['API_KEY_PEPPER', 'SECRETS_KEY'],
    ['PLATFORM_WEBHOOK_SECRET', 'SECRETS_KEY'],
    ['SECRETS_KEY_PREVIOUS', 'SECRETS_KEY'],
    ['PLATFORM_WEBHOOK_SECRET_PREVIOUS', 'PLATFORM_WEBHOOK_SECRET'],
  ] as const)('rejects a %s that equals %s', (variable, other) => {
    expect(problemsOf({ [variable]: PRODUCTION[other] })).toEqual([
      expect.stringMatching(/^[A-Z_]+ must differ from [A-Z_]+$/),
    ]);
  });

  it.each([
    ['without padding', (text: string) => text.replace(/=+$/, '')],
    ['in the alphabet of addresses', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
    ['with a line break', (text: string) => `${text.slice(0, 20)}\n${text.slice(20)}`],
  ])('rejects a pepper that is the secrets key %s', (_spelling, respell) => {
    const key = digestOf('a key 7').digest('base64');
    expect(respell(key)).not.toBe(key);
    expect(problemsOf({ SECRETS_KEY: key, API_KEY_PEPPER: respell(key) })).toEqual([
      'API_KEY_PEPPER must differ from SECRETS_KEY',
    ]);
  });

  it('does not accept simulated rails by accident', () => {
    expect(problemsOf({ ALLOW_SIMULATED_RAILS: 'false' })).toEqual([
      expect.stringMatching(/^ALLOW_SIMULATED_RAILS must be true/),
    ]);
  });

  it('accepts random secrets, also the shortest ones', () => {
    for (let seed = 0; seed < 1_000; seed++) {
      const secrets = {
        SECRETS_KEY: digestOf(`a${seed}`).digest('base64'),
        API_KEY_PEPPER: digestOf(`b${seed}`).digest('base64'),
        PLATFORM_WEBHOOK_SECRET: digestOf(`c${seed}`).digest('hex').slice(0, 32),
      };
      expect(() => load({ ...PRODUCTION, ...secrets })).not.toThrow();
    }
  });
});

it('webhooks may reach the own machine only in a sandbox on its embedded database', () => {
  expect(load().webhookAllowedNetworks).toEqual(['127.0.0.0/8', '::1/128']);
  expect(load({ DATABASE_URL: 'postgres://db/pay' }).webhookAllowedNetworks).toEqual([]);
});
