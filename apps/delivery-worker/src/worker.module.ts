import { AccountsModule } from '@app/accounts';
import { MailModule } from '@app/mail';
import { PaymentLinksModule } from '@app/payment-links';
import { PlatformModule, type PlatformOptions } from '@app/platform';
import { RatesModule } from '@app/rates';
import { WebhookDeliveryModule } from '@app/webhooks';
import { Module, type DynamicModule } from '@nestjs/common';
import { DeadlinesLoop } from './deadlines.loop';
import { MailLoop } from './mail.loop';
import { RatesLoop } from './rates.loop';
import { RetentionLoop } from './retention.loop';
import { SettlementsLoop } from './settlements.loop';
import { WebhooksLoop } from './webhooks.loop';

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
        RatesModule,
        WebhookDeliveryModule,
      ],
      providers: [...LOOPS],
    };
  }
}
