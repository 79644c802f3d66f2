import { PlatformModule, SilentLog, type Config } from '@app/platform';
import { Module, type DynamicModule, type INestApplicationContext, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Module({})
class BenchModule {}

/** Runs work on the modules as a process of the service wires them, with its pool but without HTTP. */
export async function withBenchContext<T>(
  config: Config,
  databaseUrl: string,
  modules: readonly (Type | DynamicModule)[],
  work: (app: INestApplicationContext) => Promise<T>,
): Promise<T> {
  const options = { config: { ...config, databaseUrl }, service: 'bench', log: new SilentLog() };
  const app = await NestFactory.createApplicationContext(
    { module: BenchModule, imports: [PlatformModule.forRoot(options), ...modules] },
    { logger: false, abortOnError: false },
  );
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
