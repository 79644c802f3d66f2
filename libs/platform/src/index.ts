export { ExpiringCache } from './cache/expiring-cache';
export { loadConfig, type RouteList, type DlocalCredentials, type Config } from './config/config';
export { hostUrls } from './database/database-hosts';
export { SchemaWatch } from './schema/schema-watch';
export { CODE_LEVEL } from './schema/schema-range';
export { checkedAddress } from './database/own-sessions';
export { parseSender, type Sender } from './config/addresses';
export { ConfigError, type ConfigProblem } from './config/config-error';
export { generatedSecrets } from './config/generated-secrets';
export type { GeneratedSecrets } from './config/secrets';
export { CONFIG } from './config/token';
export { tlsProblemOf } from './database/connection-problem';
export { Columns, type RowOf } from './database/columns';
export { Database, sqlStateOf, violatedConstraint, SQLSTATE, type StatementRunner } from './database/database';
export { ReportUnavailableError } from './database/report-unavailable';
export {
  SERVICE_LIMITS,
  STAFF_LIMITS,
  createDataSource,
  type DatabaseLimits,
  type MigrationClass,
} from './database/data-source';
export { DecimalColumn } from './database/decimal-column';
export { insertUnlessTaken } from './database/insert';
export { inListPart, listPartParameters } from './database/list-part';
export { MonthsAhead } from './database/months-ahead';
export {
  leastKeyAt,
  oldMonthsEndBefore,
  PARTITION_LOCK_WAIT,
  partitionsOf,
  type MonthlyTable,
  type Partition,
} from './database/partitions';
export { poolOf, PostgresDatabase, PostgresUnitOfWork } from './database/postgres-database';
export { leastIdAt, keptSince } from './database/retention';
export { assertUnicode } from './database/session-settings';
export { statement, type Statement, type SqlParameter } from './database/statement';
export { dlocalAuthorization, dlocalHeaders, type DlocalSigned } from './egress/dlocal-signature';
export { egressAgent } from './egress/egress-agent';
export { readIfExists, readJsonIfExists } from './files';
export { Idempotency, ENCRYPTED_RESPONSES } from './idempotency/idempotency';
export { IdempotentCalls } from './idempotency/idempotent-calls';
export { Log, PinoLog, SilentLog, type LogFields } from './logging/log';
export { Metrics } from './ops-server/metrics';
export { databaseCheck, OpsServer } from './ops-server/ops-server';
export { NotificationListener } from './database/listener';
export { ClaimLoop, type Loop } from './loops/claim-loop';
export { Pulse, loopsCheck, showLoopAges } from './loops/pulse';
export { PlatformModule, type PlatformOptions } from './platform.module';
export { MemoryThrottlerStorage } from './rate-limit/memory-throttler-storage';
export { RedisThrottlerStorage } from './rate-limit/redis-throttler-storage';
export { REDIS_CONNECTION, failFast, openRedis, createRedis, showRedis } from './redis/redis';
export { assertRedisUsable } from './redis/redis-check';
export { Reencryption, type EncryptedColumn } from './secrets/reencryption';
export { Encrypter, type EncryptionKeys } from './secrets/encrypter';
export { stopOnSignal, announceReady, failStart, type Stoppable } from './process/lifecycle';
export { startTracing, stopTracing } from './tracing/start-tracing';
export { currentTracer, traced } from './tracing/tracing';
