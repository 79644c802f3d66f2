import type { Money } from '@app/kernel';
import {
  cidrList,
  dollars,
  durations,
  key32,
  httpUrl,
  integer,
  oneOf,
  port,
  positiveDuration,
  smtpUrl,
  trustProxy,
} from './parsers';
import type { TrustProxy } from './parsers';

/** The whole configuration, validated. Built once at boot by `loadConfig`; nothing else reads `process.env`. */
export interface Config {
  environment: 'sandbox' | 'production';
  port: number;
  opsPort: number;
  workerOpsPort: number;
  /** Base of the checkout address, without a trailing slash. */
  publicUrl: string;
  /** Undefined: the embedded server of `dataDir`. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  redisUrl: string | undefined;
  dataDir: string;
  secretsKey: Buffer;
  apiKeyPepper: Buffer;
  platformWebhookSecret: string;
  webhookRetryDelaysMs: number[];
  webhookAllowedNetworks: string[];
  ipRateLimit: number;
  /** Whether the documentation of the panel API is published. */
  panelDocs: boolean;
  trustProxy: TrustProxy;
  smtpUrl: string | undefined;
  fxSource: 'fixed' | 'http';
  fxHttpUrl: string | undefined;
  fxMaxAgeMs: number;
  /** How long after its submission the sandbox completes a payout. */
  sandboxPayoutDelayMs: number;
  /** The minimum that a transfer must have left after fees, in USD. */
  transferMinimumUsd: Money;
  logLevel: string;
}

/** A variable with a value that cannot be used. The message is one line that names the variable. */
export class ConfigError extends Error {
  constructor(
    readonly variable: string,
    complaint: string,
  ) {
    super(`${variable} ${complaint}`);
    this.name = 'ConfigError';
  }
}

type Env = Readonly<Record<string, string | undefined>>;

/** The three secrets, from the environment or, in sandbox, from the file that `generated` keeps under `DATA_DIR`. */
export interface GeneratedSecrets {
  SECRETS_KEY: string;
  API_KEY_PEPPER: string;
  PLATFORM_WEBHOOK_SECRET: string;
}

/**
 * Reads and validates the environment. `generated` supplies secrets that sandbox may leave unset; in production a
 * missing one is a `ConfigError`, like any value that does not parse.
 */
export function loadConfig(env: Env, generated: (dataDir: string) => GeneratedSecrets): Config {
  const environment = read(env, 'SERVICE_ENVIRONMENT', 'sandbox', oneOf('sandbox', 'production'));
  const dataDir = read(env, 'DATA_DIR', '.data', (text) => text);
  const listenPort = read(env, 'PORT', '3000', port);
  const secrets = readSecrets(env, environment, () => generated(dataDir));
  const sandboxNetworks = environment === 'sandbox' ? '127.0.0.0/8,::1/128' : '';
  const config: Config = {
    environment,
    port: listenPort,
    opsPort: read(env, 'OPS_PORT', '9090', port),
    workerOpsPort: read(env, 'WORKER_OPS_PORT', '9091', port),
    publicUrl: read(env, 'PUBLIC_URL', `http://localhost:${listenPort}`, httpUrl).replace(/\/+$/, ''),
    databaseUrl: optional(env, 'DATABASE_URL', (text) => {
      if (!/^postgres(ql)?:\/\//.test(text)) throw new RangeError('must start with postgres:// or postgresql://');
      return text;
    }),
    databasePoolSize: read(env, 'DATABASE_POOL_SIZE', '10', integer(1, 200)),
    redisUrl: optional(env, 'REDIS_URL', (text) => {
      if (!/^rediss?:\/\//.test(text)) throw new RangeError('must start with redis:// or rediss://');
      return text;
    }),
    dataDir,
    ...secrets,
    webhookRetryDelaysMs: read(env, 'WEBHOOK_RETRY_DELAYS', '30s,5m,30m,2h', durations(4)),
    webhookAllowedNetworks: read(env, 'WEBHOOK_ALLOWED_NETWORKS', sandboxNetworks, cidrList),
    ipRateLimit: read(env, 'IP_RATE_LIMIT', '100', integer(1, 1_000_000_000)),
    panelDocs: read(env, 'PANEL_DOCS', 'true', oneOf('true', 'false')) === 'true',
    trustProxy: read(env, 'TRUST_PROXY', '0', trustProxy),
    smtpUrl: optional(env, 'SMTP_URL', smtpUrl),
    fxSource: read(env, 'FX_SOURCE', 'fixed', oneOf('fixed', 'http')),
    fxHttpUrl: optional(env, 'FX_HTTP_URL', httpUrl),
    fxMaxAgeMs: read(env, 'FX_MAX_AGE', '1h', positiveDuration),
    sandboxPayoutDelayMs: read(env, 'SANDBOX_PAYOUT_DELAY', '5s', positiveDuration),
    transferMinimumUsd: read(env, 'TRANSFER_MINIMUM_USD', '5', dollars),
    logLevel: read(env, 'LOG_LEVEL', 'info', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
  };
  if (config.fxSource === 'http' && !config.fxHttpUrl) {
    throw new ConfigError('FX_HTTP_URL', 'is required when FX_SOURCE is http');
  }
  return config;
}

function readSecrets(env: Env, environment: Config['environment'], generate: () => GeneratedSecrets) {
  const names = ['SECRETS_KEY', 'API_KEY_PEPPER', 'PLATFORM_WEBHOOK_SECRET'] as const;
  const missing = names.find((name) => !env[name]);
  if (missing && environment === 'production') throw new ConfigError(missing, 'is required in production');
  const source: Env = missing ? { ...generate(), ...present(env) } : env;
  return {
    secretsKey: read(source, 'SECRETS_KEY', '', key32),
    apiKeyPepper: read(source, 'API_KEY_PEPPER', '', key32),
    platformWebhookSecret: read(source, 'PLATFORM_WEBHOOK_SECRET', '', (text) => {
      if (text.length < 32) throw new RangeError('must have at least 32 characters');
      return text;
    }),
  };
}

/** An empty variable counts as unset, as compose files and CI systems pass them. */
function present(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value));
}

function read<T>(env: Env, name: string, fallback: string, parse: (text: string) => T): T {
  const value = env[name];
  const text = value === undefined || value === '' ? fallback : value.trim();
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigError(name, error.message);
    throw error;
  }
}

function optional<T>(env: Env, name: string, parse: (text: string) => T): T | undefined {
  return env[name] ? read(env, name, '', parse) : undefined;
}
