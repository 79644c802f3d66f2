import { AccountsModule } from '@app/accounts';
import {
  CONFIG,
  createRedis,
  Log,
  MemoryRateLimitStore,
  RateLimitStore,
  RedisRateLimitStore,
  type Config,
} from '@app/platform';
import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ApiKeyCheck } from './api-key';
import { IdempotentCalls } from './idempotent-call';
import { IpLimit } from './ip-limit';
import { KeyLimit } from './key-limit';

/** The checks in front of every surface's controllers. Global, because each surface is a module of its own. */
@Global()
@Module({
  imports: [AccountsModule],
  providers: [
    IpLimit,
    ApiKeyCheck,
    KeyLimit,
    IdempotentCalls,
    {
      provide: RateLimitStore,
      inject: [CONFIG, Log],
      useFactory: ({ redisUrl }: Config, log: Log) =>
        redisUrl ? new RedisRateLimitStore(createRedis(redisUrl, log), log) : new MemoryRateLimitStore(),
    },
  ],
  exports: [IpLimit, ApiKeyCheck, KeyLimit, IdempotentCalls, RateLimitStore],
})
export class GatewayModule implements OnApplicationShutdown {
  constructor(private readonly store: RateLimitStore) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.store instanceof RedisRateLimitStore) await this.store.close();
  }
}
