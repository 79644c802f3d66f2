import { AccountsModule } from '@app/accounts';
import { CONFIG, createRedis, Log, MemoryThrottlerStorage, RedisThrottlerStorage, type Config } from '@app/platform';
import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { AnonymousLimit } from './anonymous-limit';
import { AnonymousRefusalsFilter } from './anonymous-refusals.filter';
import { WINDOW_MS } from './fixed-window.guard';
import { keyRateLimit } from './key-limit.guard';
import { PanelAuthentication } from './panel-authentication';
import { SessionCookie } from './session-cookie';
import { HeavySlots, UserSlots } from './user-slots';

/** What a panel user may run at once, and how long more waits for it. Source: contract, Configuration. */
const HEAVY_AT_ONCE = 4;
/** Of all users of one account. Fewer than there are connections for reports, and for files. */
const HEAVY_OF_ACCOUNT = 6;
const HEAVY_WAIT_MS = 2_000;

/** What the guards and interceptors of every surface need. Global, because each surface is a separate module. */
@Global()
@Module({
  imports: [
    AccountsModule,
    ThrottlerModule.forRootAsync({
      inject: [CONFIG, Log],
      useFactory: ({ ipRateLimit, panelRateLimit, redisUrl }: Config, log: Log) => ({
        storage: redisUrl ? new RedisThrottlerStorage(createRedis(redisUrl, log), log) : new MemoryThrottlerStorage(),
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
    {
      provide: HeavySlots,
      useFactory: () =>
        new HeavySlots(new UserSlots(HEAVY_AT_ONCE, HEAVY_WAIT_MS), new UserSlots(HEAVY_OF_ACCOUNT, HEAVY_WAIT_MS)),
    },
    { provide: APP_FILTER, useClass: AnonymousRefusalsFilter },
  ],
  exports: [AccountsModule, AnonymousLimit, PanelAuthentication, SessionCookie, HeavySlots],
})
export class GatewayModule {}
