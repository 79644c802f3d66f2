import { SilentLog, type Config } from '@app/platform';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { OpsModule } from './ops.module';

/** Runs work in the staff's application context: all services, no HTTP; everything is closed afterwards. */
export async function withOpsContext<T>(
  config: Config,
  databaseUrl: string,
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const app = await NestFactory.createApplicationContext(
    OpsModule.forRoot({
      config: { ...config, databaseUrl, databasePoolSize: 2 },
      service: 'ops',
      log: new SilentLog(),
    }),
    { logger: false, abortOnError: false },
  );
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
