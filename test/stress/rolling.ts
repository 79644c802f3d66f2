import { hasRedisServer, RedisServer } from '@app/platform/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { applyMigrations } from '../../tools/start/apply-migrations';
import { ensureBuilt } from '../support/processes';
import { Cluster } from './cluster';
import { report, Traffic } from './traffic';

/**
 * Two API processes behind HAProxy and two workers under load, while each of them is stopped with SIGTERM and replaced, one
 * after another. Ends with 1 unless no request failed and everything happened once.
 *
 *     node test/stress/run.js rolling [--redis]
 *
 * Needs `haproxy` on the PATH, and for `--redis` also `redis-server`.
 */
const STEADY_MS = 5_000;

async function main(): Promise<void> {
  const isShared = process.argv.includes('--redis');
  if (isShared && !hasRedisServer()) throw new Error('there is no redis-server on the PATH');
  await ensureBuilt();
  const redis = isShared ? await RedisServer.start() : undefined;
  const cluster = await Cluster.of(2, redis ? { REDIS_URL: redis.url } : {});
  let traffic: Traffic | undefined;
  try {
    await applyMigrations(cluster.databaseUrl);
    const places = cluster.apis.flatMap((api, i) => [api, cluster.workers[i]!]);
    await Promise.all(places.map((place) => cluster.start(place)));
    traffic = await Traffic.on(cluster);
    traffic.start();
    await pause(STEADY_MS);
    for (const place of places) {
      await cluster.stop(place);
      await cluster.start(place);
    }
    cluster.begin('run afterwards');
    await pause(STEADY_MS);
    await report(cluster, await traffic.end());
  } finally {
    await traffic?.stop();
    await cluster.remove();
    await redis?.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
