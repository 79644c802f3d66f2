import { checkedAddress, SilentLog, STAFF_LIMITS, type Config } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OpsModule } from './ops.module';

const POOL_SIZE = 2;

/** The staff's application context on a database: all services, no HTTP. */
export interface OpsContext {
  app: INestApplicationContext;
  close(): Promise<void>;
}

/** Opens the staff's application context. Rejects when the database cannot be reached. */
export async function openOpsContext(config: Config, databaseUrl: string): Promise<OpsContext> {
  const app = await NestFactory.createApplicationContext(
    OpsModule.forRoot({
      config: { ...config, databaseUrl: await checkedAddress(databaseUrl), databasePoolSize: POOL_SIZE },
      service: 'ops',
      limits: STAFF_LIMITS,
      log: new SilentLog(),
    }),
    { logger: false, abortOnError: false },
  );
  return { app, close: () => app.close() };
}

/** Runs work in the staff's application context, and closes the context afterwards. */
export async function withOpsContext<T>(
  config: Config,
  databaseUrl: string,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const context = await openOpsContext(config, databaseUrl);
  try {
    return await work(context.app);
  } finally {
    await context.close();
  }
}
