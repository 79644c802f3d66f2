import { hasRedisServer, RedisServer } from '@app/platform/testing';
import { applyMigrations } from '../../tools/start/apply-migrations';
import { ensureBuilt } from '../support/processes';
import { Cluster } from './cluster';
import { report, Traffic, type Pace, type Tally } from './traffic';

/**
 * Two API processes behind HAProxy and two workers under load, while each of them is stopped with SIGTERM and replaced, one
 * after another. Ends with 1 unless no request failed and everything happened once.
 *
 *     node test/stress/run.js rolling [--redis]
 *
 * Needs `haproxy` on the PATH, and for `--redis` also `redis-server`.
 */
const STEADY_MS = 5_000;

/** Replaces each process of the cluster, which has none at first, while the traffic flows at that pace. */
export async function roll(cluster: Cluster, steadyMs: number, pace?: Pace): Promise<Tally> {
  await applyMigrations(cluster.databaseUrl);
  const places = cluster.apis.flatMap((api, i) => [api, cluster.workers[i]!]);
  await Promise.all(places.map((place) => cluster.start(place)));
  const traffic = await Traffic.on(cluster);
  try {
    traffic.start(pace);
    await traffic.goOn(steadyMs);
    for (const place of places) {
      await cluster.stop(place);
      await cluster.start(place);
    }
    cluster.begin('run afterwards');
    await traffic.goOn(steadyMs);
    return await traffic.end();
  } finally {
    await traffic.stop();
  }
}

export async function main(args: readonly string[]): Promise<void> {
  const isShared = args.includes('--redis');
  if (isShared && !hasRedisServer()) throw new Error('there is no redis-server on the PATH');
  await ensureBuilt();
  const redis = isShared ? await RedisServer.start() : undefined;
  const cluster = await Cluster.of(2, redis ? { REDIS_URL: redis.url } : {});
  try {
    await report(cluster, await roll(cluster, STEADY_MS));
  } finally {
    await cluster.remove();
    await redis?.stop();
  }
}
