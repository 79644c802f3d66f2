import {
  assertRedisUsable,
  ConfigError,
  Database,
  databaseCheck,
  Metrics,
  NotificationListener,
  OpsServer,
  checkedAddress,
  SchemaWatch,
  startTracing,
  stopTracing,
  type Config,
  type PinoLog,
  type Stoppable,
} from '@app/platform';
import { Rates } from '@app/rates';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiModule } from './api.module';
import { Documents } from './docs/documents';
import { FastExpressAdapter } from './http/fast-express.adapter';
import { callerFields } from './access/caller-fields';
import { configureHttp } from './http/configure-http';

/** How often connections that have become idle are closed while a stop waits for the busy ones. */
const SWEEP_EVERY_MS = 25;

export interface RunningApi extends Stoppable {
  port: number;
  opsPort: number;
  app: NestExpressApplication;
}

/** Builds the API and listens. Port 0 asks for free ones. Throws when the database or a port is not available. */
export async function startApi(config: Config, log: PinoLog): Promise<RunningApi> {
  const { databaseUrl } = config;
  if (!databaseUrl) throw ConfigError.of('DATABASE_URL', 'is required; npm start provides its own server');
  await assertRedisUsable(config.redisUrl);
  await startTracing(config, 'api', log);
  const app = await NestFactory.create<NestExpressApplication>(
    ApiModule.forRoot({ config: { ...config, databaseUrl: await checkedAddress(databaseUrl) }, service: 'api', log }),
    new FastExpressAdapter(config),
    { bodyParser: false, logger: log, abortOnError: false },
  );
  const metrics = app.get(Metrics);
  configureHttp(app, config, log, metrics, callerFields);
  app.get(Documents).describe(app);
  const schema = app.get(SchemaWatch);
  await schema.start();
  const listener = app.get(NotificationListener);
  await listener.start();
  await (config.host ? app.listen(config.port, config.host) : app.listen(config.port));
  const rates = app.get(Rates);
  const notes = { rates: () => rates.describeProblem() };
  const checks = { database: databaseCheck(app.get(Database)), schema: schema.check };
  const ops = new OpsServer(checks, metrics, notes);
  const opsPort = await ops.listen(config.opsPort, config.opsHost);
  const { port } = app.getHttpServer().address() as AddressInfo;
  return {
    port,
    opsPort,
    app,
    drain: () => {
      ops.startDraining();
      closeAfterResponses(app);
    },
    stop: async () => {
      ops.startDraining();
      closeAfterResponses(app);
      schema.stop();
      await closeGracefully(app);
      await listener.stop();
      await ops.close();
      await stopTracing();
    },
  };
}

/** From now on each response is the last one of its connection, so that clients go elsewhere. */
function closeAfterResponses(app: NestExpressApplication): void {
  const server: Server = app.getHttpServer();
  server.prependListener('request', (_request, response: ServerResponse) => response.setHeader('Connection', 'close'));
}

/** Closes the application, and each connection as soon as nothing runs on it. */
async function closeGracefully(app: NestExpressApplication): Promise<void> {
  const server: Server = app.getHttpServer();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_EVERY_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
  }
}
