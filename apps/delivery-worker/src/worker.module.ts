import { AccountsModule } from '@app/accounts';
import { MailModule } from '@app/mail';
import { PaymentLinksModule } from '@app/payment-links';
import { PlatformModule, type PlatformOptions } from '@app/platform';
import { SandboxModule } from '@app/providers';
import { RailsModule } from '@app/rails';
import { RatesModule } from '@app/rates';
import { WebhookDeliveryModule } from '@app/webhooks';
import { Module, type DynamicModule } from '@nestjs/common';
import { DeadlinesLoop } from './loops/deadlines.loop';
import { MailLoop } from './loops/mail.loop';
import { RatesLoop } from './loops/rates.loop';
import { RetentionLoop } from './loops/retention.loop';
import { SettlementsLoop } from './loops/settlements.loop';
import { WebhooksLoop } from './loops/webhooks.loop';

/** In the order of starting; stopped side by side. */
export const LOOPS = [RatesLoop, WebhooksLoop, MailLoop, SettlementsLoop, DeadlinesLoop, RetentionLoop] as const;

@Module({})
export class WorkerModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(options),
        AccountsModule,
        MailModule,
        PaymentLinksModule,
        RailsModule,
        RatesModule,
        SandboxModule,
        WebhookDeliveryModule,
      ],
      providers: [...LOOPS],
    };
  }
}
