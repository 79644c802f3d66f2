import {
  assertRedisUsable,
  ConfigError,
  Database,
  databaseCheck,
  loopsCheck,
  Metrics,
  NotificationListener,
  OpsServer,
  checkedAddress,
  showLoopAges,
  SchemaWatch,
  startTracing,
  stopTracing,
  type Config,
  type Loop,
  type PinoLog,
  type Stoppable,
} from '@app/platform';
import { Providers } from '@app/rails';
import { Rates } from '@app/rates';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { LOOPS, WorkerModule } from './worker.module';

/**
 * After a stop, work that runs longer than this is aborted; its leases are released or expire. A delivery ends within ten
 * seconds, and one that is cut off is made again.
 */
const FINISH_WITHIN_MS = 12_000;

export interface RunningWorker extends Stoppable {
  opsPort: number;
  app: INestApplicationContext;
}

/** Builds the worker and starts its loops. Its only HTTP endpoints are those for operations. */
export async function startWorker(config: Config, log: PinoLog): Promise<RunningWorker> {
  const { databaseUrl } = config;
  if (!databaseUrl) throw ConfigError.of('DATABASE_URL', 'is required; npm start provides its own server');
  await assertRedisUsable(config.redisUrl);
  await startTracing(config, 'delivery-worker', log);
  const app = await NestFactory.createApplicationContext(
    WorkerModule.forRoot({
      config: { ...config, databaseUrl: await checkedAddress(databaseUrl) },
      service: 'delivery-worker',
      log,
    }),
    { logger: log, abortOnError: false },
  );
  const schema = app.get(SchemaWatch);
  await schema.start();
  const listener = app.get(NotificationListener);
  await listener.start();
  const ofProviders = app
    .get(Providers, { strict: false })
    .list()
    .flatMap((provider) => provider.loops);
  const loops = [...LOOPS.map((loop) => app.get<Loop>(loop)), ...ofProviders];
  const metrics = app.get(Metrics);
  showLoopAges(loops, metrics);
  const rates = app.get(Rates);
  const checks = { database: databaseCheck(app.get(Database)), loops: loopsCheck(loops), schema: schema.check };
  // What they claimed is claimed again by others when its lease has expired.
  schema.onLeave(() => void Promise.all(loops.map((loop) => loop.stop(0))));
  const ops = new OpsServer(checks, metrics, { rates: () => rates.describeProblem() });
  const opsPort = await ops.listen(config.workerOpsPort, config.opsHost);
  for (const loop of loops) await loop.start();
  return {
    opsPort,
    app,
    drain: () => ops.startDraining(),
    stop: async () => {
      ops.startDraining();
      schema.stop();
      await Promise.all(loops.map((loop) => loop.stop(FINISH_WITHIN_MS)));
      // The database closes before the senders: unfinished deliveries have been released, and the failures that closing
      // the senders causes must not be recorded over the next worker's claim.
      await listener.stop();
      await app.get(DataSource).destroy();
      await app.close();
      await ops.close();
      await stopTracing();
    },
  };
}
