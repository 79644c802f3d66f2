import { AccountsModule } from '@app/accounts';
import { LedgerModule } from '@app/ledger';
import { MailModule } from '@app/mail';
import { PaymentLinksModule } from '@app/payment-links';
import { CONFIG, createRedis, Log, MemoryRateLimitStore, PlatformModule, RateLimitStore, RedisRateLimitStore } from '@app/platform';
import type { Config, PlatformOptions } from '@app/platform';
import { WebhooksModule } from '@app/webhooks';
import { Module, type DynamicModule } from '@nestjs/common';
import { CheckoutModule } from './checkout/checkout.module';
import { PaymentLinksController } from './external/payment-links.controller';
import { WalletsController } from './external/wallets.controller';
import { WebhooksController } from './external/webhooks.controller';
import { ApiKeyCheck } from './gateway/api-key';
import { IpLimit } from './gateway/ip-limit';
import { KeyLimit } from './gateway/key-limit';
import { ProvidersController } from './providers/providers.controller';
import { SandboxController } from './sandbox/sandbox.controller';
import { Simulator } from './sandbox/simulator';

@Module({})
export class ApiModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        PlatformModule.forRoot(options),
        AccountsModule,
        LedgerModule,
        MailModule,
        PaymentLinksModule,
        WebhooksModule,
        CheckoutModule,
      ],
      controllers: [PaymentLinksController, WalletsController, WebhooksController, ProvidersController, SandboxController],
      providers: [
        IpLimit,
        ApiKeyCheck,
        KeyLimit,
        Simulator,
        {
          provide: RateLimitStore,
          inject: [CONFIG, Log],
          useFactory: (config: Config, log: Log) =>
            config.redisUrl
              ? new RedisRateLimitStore(createRedis(config.redisUrl, log), log)
              : new MemoryRateLimitStore(),
        },
      ],
    };
  }
}
