import { AccountsModule } from '@app/accounts';
import {
  CONFIG,
  createRedis,
  Log,
  MemoryThrottlerStorage,
  Metrics,
  RedisThrottlerStorage,
  showRedis,
  type Config,
} from '@app/platform';
import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { AnonymousLimit } from './anonymous-limit';
import { AnonymousRejectionsFilter } from './anonymous-rejections.filter';
import { WINDOW_MS } from './fixed-window.guard';
import { HeavySlots } from './heavy-slots';
import { keyRateLimit } from './key-limit.guard';
import { PanelAuthentication } from './panel-authentication';
import { SessionCookie } from './session-cookie';
import { UnknownAddresses } from './unknown-addresses';

/**
 * How many heavy operations a panel user, and all users of an account together, may run at once: fewer than there are
 * connections for reports, and for files.
 */
const HEAVY_AT_ONCE = { ofUser: 4, ofAccount: 6 };
/** How long a further operation waits for a slot. */
const HEAVY_WAIT_MS = 2_000;

/** What the guards and interceptors of every surface need. Global, because each surface is a separate module. */
@Global()
@Module({
  imports: [
    AccountsModule,
    ThrottlerModule.forRootAsync({
      inject: [CONFIG, Log, Metrics],
      useFactory: ({ ipRateLimit, panelRateLimit, redisUrl }: Config, log: Log, metrics: Metrics) => ({
        storage: redisUrl ? sharedStorage(redisUrl, log, metrics) : new MemoryThrottlerStorage(),
        throttlers: [
          { name: 'IP', ttl: WINDOW_MS, limit: ipRateLimit },
          { name: 'default', ttl: WINDOW_MS, limit: keyRateLimit },
          { name: 'panel', ttl: WINDOW_MS, limit: panelRateLimit },
        ],
      }),
    }),
  ],
  providers: [
    AnonymousLimit,
    PanelAuthentication,
    SessionCookie,
    UnknownAddresses,
    { provide: HeavySlots, useFactory: () => new HeavySlots(HEAVY_AT_ONCE, HEAVY_WAIT_MS) },
    { provide: APP_FILTER, useClass: AnonymousRejectionsFilter },
  ],
  exports: [AccountsModule, AnonymousLimit, PanelAuthentication, SessionCookie, HeavySlots, UnknownAddresses],
})
export class AccessModule {}

function sharedStorage(redisUrl: string, log: Log, metrics: Metrics): RedisThrottlerStorage {
  const storage = new RedisThrottlerStorage(createRedis(redisUrl, log), log);
  showRedis(metrics, () => storage.isRedisUsed);
  return storage;
}
