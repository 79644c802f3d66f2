import { setTimeout as pause } from 'node:timers/promises';
import { applyMigrations } from '../../tools/start/apply-migrations';
import { PgBouncer } from '../support/pg-bouncer';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { Cluster } from './cluster';
import { report, Traffic, type Pace, type Tally } from './traffic';

/**
 * An API and a worker under load whose connections lead through PgBouncer in session mode, while it is stopped and started
 * again. Ends with 1 unless everything happened once; requests may fail while PgBouncer is away. Then it shows how a process
 * rejects PgBouncer in transaction mode.
 *
 *     node test/stress/run.js pooler
 *
 * Needs the Debian packages `haproxy` and `pgbouncer`.
 */
const STEADY_MS = 10_000;
const AWAY_MS = 2_000;

/** A cluster of one API and one worker behind PgBouncer in session mode. */
export class PooledCluster {
  private constructor(
    readonly cluster: Cluster,
    private readonly pooler: PgBouncer,
  ) {}

  static async start(): Promise<PooledCluster> {
    let pooler: PgBouncer | undefined;
    const cluster = await Cluster.of(1, {}, async (url) => {
      await applyMigrations(url);
      pooler = await PgBouncer.before(url, 'session');
      return pooler.url;
    });
    const pooled = new PooledCluster(cluster, pooler as PgBouncer);
    for (const place of [...cluster.apis, ...cluster.workers]) await cluster.start(place);
    return pooled;
  }

  /** What becomes of traffic at that pace when PgBouncer restarts once. */
  async restartUnderLoad(steadyMs: number, awayMs: number, pace?: Pace): Promise<Tally> {
    const traffic = await Traffic.on(this.cluster);
    try {
      traffic.start(pace);
      await traffic.goOn(steadyMs);
      this.cluster.begin('PgBouncer is away');
      await this.pooler.stop();
      await pause(awayMs);
      await this.pooler.start();
      this.cluster.begin('run afterwards');
      await traffic.goOn(steadyMs);
      return await traffic.end();
    } finally {
      await traffic.stop();
    }
  }

  /** The line with which an API ends that PgBouncer in transaction mode serves. */
  async rejection(): Promise<string> {
    const pooler = await PgBouncer.before(this.cluster.databaseUrl, 'transaction');
    try {
      const started = await ServiceProcess.start('api', { DATABASE_URL: pooler.url });
      await started.end('SIGKILL');
      return 'it started';
    } catch (error) {
      return String(error);
    } finally {
      await pooler.remove();
    }
  }

  async remove(): Promise<void> {
    await this.cluster.remove();
    await this.pooler.remove();
  }
}

export async function main(): Promise<void> {
  await ensureBuilt();
  const pooled = await PooledCluster.start();
  try {
    await report(pooled.cluster, await pooled.restartUnderLoad(STEADY_MS, AWAY_MS), { mayFail: true });
    console.log(`in transaction mode: ${await pooled.rejection()}`);
  } finally {
    await pooled.remove();
  }
}
