import { within } from '@app/kernel';
import { Redis } from 'ioredis';
import { ConfigError } from '../config/config-error';
import { sentinelAddress } from '../config/redis-url';
import { openRedis } from './redis';

/** A start waits no longer than this for Redis. */
const CHECK_MS = 5_000;

/** A connection of the check: no command is sent twice, and none waits for long. */
const ONCE = {
  lazyConnect: true,
  connectTimeout: 2_000,
  commandTimeout: 2_000,
  disconnectTimeout: 100,
  maxRetriesPerRequest: 0,
  retryStrategy: null,
  enableReadyCheck: false,
  disableClientInfo: true,
} as const;

const REJECTED = /WRONGPASS|invalid password/i;
const MISSING = /NOAUTH/;
const CERTIFICATE = /certificate|altname|self.signed|unable to (?:get|verify)/i;

/**
 * For a start: throws `ConfigError` when Redis responds and cannot be used as `REDIS_URL` says, because it rejects the
 * credentials, its certificate is not trusted, the Sentinels do not know the master, or it is a node of a Redis Cluster. A Redis
 * that does not respond is no fault of the configuration: the process starts without it.
 */
export async function assertRedisUsable(url: string | undefined): Promise<void> {
  if (!url) return;
  const problem = await within(
    CHECK_MS,
    () => problemOf(url),
    () => undefined,
  );
  if (problem) throw ConfigError.of('REDIS_URL', problem);
}

async function problemOf(url: string): Promise<string | undefined> {
  return (await sentinelProblem(url)) ?? (await serverProblem(url));
}

async function serverProblem(url: string): Promise<string | undefined> {
  const redis = openRedis(url, ONCE);
  return seen(redis, async () => {
    const cluster = await redis.info('cluster').catch((error: unknown) => {
      if (problemIn(error as Error)) throw error;
      // A user that may not ask: the commands that the service needs are tried later.
      return '';
    });
    return /^cluster_enabled:1/m.test(cluster)
      ? 'leads to a Redis Cluster, which is not supported: use one server, or Sentinels'
      : undefined;
  });
}

/** Asks the Sentinels one after the other: ioredis does not tell an unknown master from Sentinels that are down. */
async function sentinelProblem(url: string): Promise<string | undefined> {
  const address = sentinelAddress(url);
  if (!address) return undefined;
  let problem: string | undefined;
  for (const { host, port } of address.sentinels) {
    const sentinel = new Redis({
      ...ONCE,
      host,
      port,
      ...(address.sentinelUsername && { username: address.sentinelUsername }),
      ...(address.sentinelPassword && { password: address.sentinelPassword }),
      ...(address.tls && { tls: {} }),
    });
    const master = { isKnown: false };
    const found = await seen(sentinel, async () => {
      master.isKnown = Array.isArray(await sentinel.call('SENTINEL', 'get-master-addr-by-name', address.master));
      return master.isKnown ? undefined : 'names a master that its Sentinels do not know';
    });
    if (master.isKnown) return undefined;
    problem ??= found?.replace('server', 'Sentinel');
  }
  return problem;
}

/** What is wrong with the configuration, as far as the connection shows it. */
async function seen(redis: Redis, look: () => Promise<string | undefined>): Promise<string | undefined> {
  const errors: Error[] = [];
  redis.on('error', (error: Error) => errors.push(error));
  try {
    await redis.connect();
    const found = await look();
    // A user that Redis does not know may still run commands as the default user, if that one has no password.
    return problemAmong(errors) ?? found;
  } catch (error) {
    // A wrong password also fails the commands that follow it, which then lack one.
    return problemAmong([...errors, error as Error]);
  } finally {
    redis.disconnect();
  }
}

function problemAmong(errors: readonly Error[]): string | undefined {
  return errors.map(problemIn).find((problem) => problem !== undefined);
}

function problemIn({ message }: Error): string | undefined {
  if (REJECTED.test(message)) return 'has a user name or password that the server rejects';
  if (MISSING.test(message)) return 'needs a password, which the server asks for';
  if (CERTIFICATE.test(message)) {
    return `leads to a server whose certificate is not trusted (${message}): name its authority in NODE_EXTRA_CA_CERTS`;
  }
  return undefined;
}
