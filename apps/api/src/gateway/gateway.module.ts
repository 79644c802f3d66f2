import { AccountsModule } from '@app/accounts';
import { CONFIG, createRedis, Log, MemoryThrottlerStorage, RedisThrottlerStorage, type Config } from '@app/platform';
import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { WINDOW_MS } from './fixed-window.guard';
import { keyRateLimit } from './key-limit.guard';

/** What the guards and interceptors of every surface need. Global, because each surface is a separate module. */
@Global()
@Module({
  imports: [
    AccountsModule,
    ThrottlerModule.forRootAsync({
      inject: [CONFIG, Log],
      useFactory: ({ ipRateLimit, redisUrl }: Config, log: Log) => ({
        storage: redisUrl ? new RedisThrottlerStorage(createRedis(redisUrl, log), log) : new MemoryThrottlerStorage(),
        throttlers: [
          { name: 'IP', ttl: WINDOW_MS, limit: ipRateLimit },
          { name: 'default', ttl: WINDOW_MS, limit: keyRateLimit },
        ],
      }),
    }),
  ],
  exports: [AccountsModule],
})
export class GatewayModule {}
