import { AccountsModule } from '@app/accounts';
import { BooksModule } from '@app/books';
import { MailModule } from '@app/mail';
import { PaymentLinksModule } from '@app/payment-links';
import { PlatformModule, type Config, type PlatformOptions } from '@app/platform';
import { ProvidersModule } from '@app/providers';
import { RailsModule } from '@app/rails';
import { RatesModule } from '@app/rates';
import { TransfersModule } from '@app/transfers';
import { WebhookDeliveryModule } from '@app/webhooks';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { BooksLoop } from './books.loop';
import { DeadlinesLoop } from './deadlines.loop';
import { StatusInquiriesLoop } from './status-inquiries.loop';
import { MailLoop } from './mail.loop';
import { MonthsLoop } from './months.loop';
import { PayoutsLoop } from './payouts.loop';
import { RatesLoop } from './rates.loop';
import { ReconciliationLoop } from './reconciliation.loop';
import { RefundsLoop } from './refunds.loop';
import { RETENTION_LOOP, RetentionLoop } from './retention.loop';
import { SettlementsLoop } from './settlements.loop';
import { StrandedDeliveriesLoop } from './stranded-deliveries.loop';
import { VerificationsLoop } from './verifications.loop';
import { WebhooksLoop } from './webhooks.loop';

const INJECTED_LOOPS = [
  RatesLoop,
  WebhooksLoop,
  StrandedDeliveriesLoop,
  MailLoop,
  SettlementsLoop,
  PayoutsLoop,
  RefundsLoop,
  StatusInquiriesLoop,
  DeadlinesLoop,
  VerificationsLoop,
  ReconciliationLoop,
  BooksLoop,
  MonthsLoop,
] as const;

/** The loops start in this order, before those of the providers, and all stop at the same time. */
export const LOOPS = [...INJECTED_LOOPS, RetentionLoop] as const;

@Module({})
export class WorkerModule {
  static async forRoot(options: PlatformOptions): Promise<DynamicModule> {
    return {
      module: WorkerModule,
      imports: [
        PlatformModule.forRoot(options),
        AccountsModule,
        BooksModule,
        TransfersModule,
        MailModule,
        PaymentLinksModule,
        RailsModule,
        RatesModule,
        ProvidersModule.forRoot(options.config),
        WebhookDeliveryModule.forRoot(options.config),
      ],
      providers: [...INJECTED_LOOPS, RETENTION_LOOP, ...(await processors(options.config))],
    };
  }
}

/** Bull is loaded only if Redis is configured. */
async function processors({ redisUrl }: Config): Promise<Type[]> {
  if (!redisUrl) return [];
  return [(await import('./deliveries.processor.js')).DeliveriesProcessor];
}
