import type { Decimal, Money } from '@app/kernel';
import { baseUrl, httpUrl, isOwnMachine, proxyUrl, smtpUrl } from './addresses';
import { databaseUrl, replicaUrl } from './database-url';
import { readDlocal, requireDlocal, type DlocalSettings } from './dlocal';
import { EnvReader, type Env } from './env-reader';
import { redisUrl } from './redis-url';
import {
  cidrList,
  dollars,
  durationFrom,
  durations,
  flag,
  folder,
  host,
  integer,
  oneOf,
  percentage,
  port,
  positiveDuration,
  providerList,
  routeList,
  trustProxy,
  duration,
} from './parsers';
import type { RouteList, TrustProxy } from './parsers';
import { applyProductionRules } from './production-rules';
import { readSecrets, type GeneratedSecrets, type Secrets } from './secrets';
import { readStripe, type StripeSettings } from './stripe';
import { readTracing } from './tracing';
import { readWoovi, type WooviSettings } from './woovi';

export type { RouteList } from './parsers';
export type { StripeSettings } from './stripe';
export type { DlocalCredentials, DlocalPayoutSettings, DlocalSettings } from './dlocal';
export type { WooviSettings } from './woovi';

/** The whole configuration, validated. Built once at boot by `loadConfig`; nothing else reads `process.env`. */
export interface Config extends Secrets {
  environment: 'sandbox' | 'production';
  port: number;
  /** Address on which the API listens; undefined: all. */
  host: string | undefined;
  opsPort: number;
  workerOpsPort: number;
  /** Address of the health checks and metrics of both processes. */
  opsHost: string;
  /** Base of the checkout address, without a trailing slash. */
  publicUrl: string;
  /** Undefined: the embedded server of `dataDir`. */
  databaseUrl: string | undefined;
  /** A standby for lists and reports. */
  databaseReplicaUrl: string | undefined;
  databasePoolSize: number;
  redisUrl: string | undefined;
  dataDir: string;
  webhookRetryDelaysMs: number[];
  webhookAllowedNetworks: string[];
  ipRateLimit: number;
  /** Requests a minute from one address that carry no valid credential, outside of `/v1`. */
  anonymousRateLimit: number;
  /** Requests a minute of one panel user. */
  panelRateLimit: number;
  maxConnectionsPerIp: number;
  /** Whether the documentation of the panel API is published. */
  panelDocs: boolean;
  trustProxy: TrustProxy;
  smtpUrl: string | undefined;
  /** Whether mail may only be sent over TLS. */
  smtpRequiresTls: boolean;
  /** Proxy of outgoing HTTP requests; undefined: they go directly. */
  egressProxy: string | undefined;
  fxSource: 'fixed' | 'http';
  fxHttpUrl: string | undefined;
  /** How the market source writes its rates. */
  fxHttpFormat: (typeof FX_FORMATS)[number];
  fxMaxAgeMs: number;
  /** How long a converted order without a deadline holds its exchange rate. */
  fxLockMs: number;
  /** Per cent: how far a rate may have moved when a late payment is still credited at the figures of its order. */
  fxLateTolerance: Decimal;
  retentionEventsMs: number;
  retentionNotificationsMs: number;
  retentionMailMs: number;
  /** For orders that were never paid. */
  retentionOrdersMs: number;
  /** How often the worker proves what is new in the books. */
  booksProofIntervalMs: number;
  /** The providers that this service uses, by name. */
  providers: readonly string[];
  /** By payment method, `card` or `usd_account`. */
  collectionRoutes: RouteList;
  /** By country and currency, such as `BR/BRL`. */
  payoutRoutes: RouteList;
  /** Whether production may run with rails that move no money. */
  allowSimulatedRails: boolean;
  stripe: StripeSettings;
  dlocal: DlocalSettings;
  woovi: WooviSettings;
  /** How long after its submission the sandbox completes a payout. */
  sandboxPayoutDelayMs: number;
  /** The minimum that a transfer must have left after fees, in USD. */
  transferMinimumUsd: Money;
  /** How long the API serves after the signal to stop. */
  shutdownGraceMs: number;
  logLevel: string;
  /** The collector of traces; undefined: no traces. */
  tracesEndpoint: string | undefined;
  tracesHeaders: Readonly<Record<string, string>>;
  /** The part of the traces that is recorded, from 0 to 1. */
  tracesRatio: number;
}

const FX_FORMATS = ['native', 'frankfurter', 'openexchangerates', 'er-api', 'dlocal'] as const;

const RATE = integer(1, 1_000_000_000);

/** What a sandbox on its embedded database may reach: the tester's own machine. */
const OWN_MACHINE = '127.0.0.0/8,::1/128';

/**
 * Reads and validates the environment. `generated` supplies the secrets that a sandbox may leave unset. Throws one
 * `ConfigError` about all problems: values that do not parse and, in production, what is missing or weak.
 */
export function loadConfig(variables: Env, generated: (dataDir: string) => GeneratedSecrets): Config {
  const env = new EnvReader(variables);
  const environment = env.read('SERVICE_ENVIRONMENT', 'sandbox', oneOf('sandbox', 'production'));
  const sandbox = environment !== 'production';
  const dataDir = env.read('DATA_DIR', '.data', folder);
  // Secrets are generated in that folder.
  if ((dataDir as string | undefined) === undefined) env.assertValid();
  const secrets = readSecrets(env, sandbox ? () => generated(dataDir) : undefined);
  const providers = env.read('PROVIDERS', 'sandbox', providerList);
  const config: Config = {
    environment,
    dataDir,
    ...secrets,
    ...readAddresses(env),
    ...readLimits(env),
    databaseUrl: env.readOptional('DATABASE_URL', databaseUrl),
    databaseReplicaUrl: env.readOptional('DATABASE_REPLICA_URL', replicaUrl),
    databasePoolSize: env.read('DATABASE_POOL_SIZE', '10', integer(1, 200)),
    redisUrl: env.readOptional('REDIS_URL', redisUrl),
    webhookRetryDelaysMs: env.read('WEBHOOK_RETRY_DELAYS', '30s,5m,30m,2h', durations(4)),
    webhookAllowedNetworks: env.read(
      'WEBHOOK_ALLOWED_NETWORKS',
      sandbox && !env.isSet('DATABASE_URL') ? OWN_MACHINE : '',
      cidrList,
    ),
    panelDocs: env.read('PANEL_DOCS', 'true', flag),
    ...readMail(env, sandbox),
    egressProxy: env.readOptional('EGRESS_PROXY', proxyUrl),
    fxSource: env.read('FX_SOURCE', 'fixed', oneOf('fixed', 'http')),
    fxHttpUrl: env.readOptional('FX_HTTP_URL', httpUrl),
    fxHttpFormat: env.read('FX_HTTP_FORMAT', 'native', oneOf(...FX_FORMATS)),
    fxMaxAgeMs: env.read('FX_MAX_AGE', '1h', positiveDuration),
    fxLockMs: env.read('FX_LOCK', '24h', positiveDuration),
    fxLateTolerance: env.read('FX_LATE_TOLERANCE', '2', percentage),
    retentionEventsMs: env.read('RETENTION_EVENTS', '90d', durationFrom('1d')),
    // Banks take payments back for months, and what a fact repeats is easier told while it is stored.
    retentionNotificationsMs: env.read('RETENTION_NOTIFICATIONS', '400d', durationFrom('120d')),
    retentionMailMs: env.read('RETENTION_MAIL', '90d', durationFrom('1d')),
    retentionOrdersMs: env.read('RETENTION_ORDERS', '400d', durationFrom('7d')),
    booksProofIntervalMs: env.read('BOOKS_PROOF_INTERVAL', '10m', durationFrom('1m')),
    providers,
    collectionRoutes: env.read('COLLECTION_ROUTES', '', routeList(/^[a-z][a-z0-9_]*$/, 'brl_pix:woovi,*:dlocal')),
    payoutRoutes: env.read('PAYOUT_ROUTES', '', routeList(/^[A-Z]{2}\/[A-Z]{3}$/, 'BR/BRL:woovi,*:dlocal')),
    allowSimulatedRails: env.read('ALLOW_SIMULATED_RAILS', 'false', flag),
    stripe: readStripe(env, environment, providers),
    dlocal: readDlocal(env, environment, providers),
    woovi: readWoovi(env, environment, providers),
    sandboxPayoutDelayMs: env.read('SANDBOX_PAYOUT_DELAY', '5s', positiveDuration),
    transferMinimumUsd: env.read('TRANSFER_MINIMUM_USD', '5', dollars),
    shutdownGraceMs: env.read('SHUTDOWN_GRACE', '5s', duration),
    logLevel: env.read('LOG_LEVEL', 'info', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')),
    ...readTracing(env),
  };
  if (config.fxSource === 'http') assertRateSource(env, config.fxHttpFormat);
  if (!sandbox) applyProductionRules(env, config, secrets);
  env.assertValid();
  return config;
}

/** dLocal's rates are at an address of its API, for those who have its credentials. */
function assertRateSource(env: EnvReader, format: Config['fxHttpFormat']): void {
  if (format === 'dlocal') requireDlocal(env, 'when FX_HTTP_FORMAT is dlocal');
  else if (!env.isSet('FX_HTTP_URL')) env.report('FX_HTTP_URL', 'is required when FX_SOURCE is http');
}

function readAddresses(env: EnvReader) {
  const listenPort = env.read('PORT', '3000', port);
  return {
    port: listenPort,
    host: env.readOptional('HOST', host),
    opsPort: env.read('OPS_PORT', '9090', port),
    workerOpsPort: env.read('WORKER_OPS_PORT', '9091', port),
    opsHost: env.read('OPS_HOST', '127.0.0.1', host),
    publicUrl: env.readOptional('PUBLIC_URL', baseUrl) ?? `http://localhost:${listenPort}`,
  };
}

/** A server on this machine needs no TLS, and a sandbox sends no secrets. */
function readMail(env: EnvReader, sandbox: boolean) {
  const url = env.readOptional('SMTP_URL', smtpUrl);
  const allowCleartext = env.read('SMTP_ALLOW_CLEARTEXT', 'false', flag);
  return { smtpUrl: url, smtpRequiresTls: !sandbox && !allowCleartext && url !== undefined && !isOwnMachine(url) };
}

function readLimits(env: EnvReader) {
  return {
    ipRateLimit: env.read('IP_RATE_LIMIT', '100', RATE),
    anonymousRateLimit: env.read('ANONYMOUS_RATE_LIMIT', '600', RATE),
    panelRateLimit: env.read('PANEL_RATE_LIMIT', '1200', RATE),
    maxConnectionsPerIp: env.read('MAX_CONNECTIONS_PER_IP', '256', integer(1, 1_000_000)),
    trustProxy: env.read('TRUST_PROXY', '0', trustProxy),
  };
}
