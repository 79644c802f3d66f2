export * from './cache/expiring-cache';
export * from './config/config';
export { hostUrls } from './database/database-hosts';
export { SchemaWatch } from './schema/schema-watch';
export { CODE_LEVEL } from './schema/schema-range';
export { checkedAddress } from './database/own-sessions';
export { parseSender, type Sender } from './config/addresses';
export * from './config/config-error';
export * from './config/generated-secrets';
export type { GeneratedSecrets } from './config/secrets';
export * from './config/token';
export { tlsProblemOf } from './database/connection-problem';
export * from './database/columns';
export * from './database/database';
export { ReportUnavailableError } from './database/report-unavailable';
export * from './database/data-source';
export * from './database/decimal-column';
export * from './database/insert';
export * from './database/list-part';
export { MonthsAhead } from './database/months-ahead';
export {
  leastKeyAt,
  oldMonthsEndBefore,
  PARTITION_LOCK_WAIT,
  partitionsOf,
  type MonthlyTable,
  type Partition,
} from './database/partitions';
export * from './database/postgres-database';
export * from './database/retention';
export { assertUnicode } from './database/session-settings';
export * from './database/statement';
export * from './egress/dlocal-signature';
export * from './egress/egress-agent';
export * from './files';
export * from './idempotency/idempotency';
export * from './idempotency/idempotent-calls';
export * from './logging/log';
export * from './ops-server/metrics';
export * from './ops-server/ops-server';
export * from './database/listener';
export * from './loops/claim-loop';
export * from './loops/pulse';
export * from './platform.module';
export * from './rate-limit/memory-throttler-storage';
export * from './rate-limit/redis-throttler-storage';
export * from './redis/redis';
export { assertRedisUsable } from './redis/redis-check';
export * from './secrets/reencryption';
export * from './secrets/encrypter';
export * from './process/lifecycle';
export { startTracing, stopTracing } from './tracing/start-tracing';
export { currentTracer, traced } from './tracing/tracing';
