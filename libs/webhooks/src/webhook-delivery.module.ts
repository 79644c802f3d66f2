import { CONFIG, Log, type Config } from '@app/platform';
import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { GuardedHttpSender } from './adapters/guarded-http-sender';
import { InProcessDispatcher } from './adapters/in-process-dispatcher';
import { PostgresDeliveryQueue } from './adapters/postgres-delivery.queue';
import { PostgresStrandedDeliveryRepository } from './adapters/postgres-stranded-deliveries.repository';
import { PostgresWebhookArchive } from './adapters/postgres-webhook.archive';
import { Deliveries, DELIVERY_SLOTS } from './application/deliveries';
import { DeliveryAttempts } from './application/delivery-attempts';
import { DeliveryMetrics } from './application/delivery-metrics';
import { DeliveryOutcomes } from './application/delivery-outcomes';
import {
  DeliveryQueue,
  Dispatcher,
  StrandedDeliveryRepository,
  WebhookArchive,
  WebhookSender,
} from './application/ports';
import { SigningSecrets } from './application/signing-secrets';
import { StrandedDeliveries } from './application/stranded-deliveries';
import { WebhookRetention } from './application/webhook-retention';
import { WebhooksModule } from './webhooks.module';

@Module({
  providers: [
    { provide: Dispatcher, inject: [Log], useFactory: (log: Log) => new InProcessDispatcher(DELIVERY_SLOTS, log) },
  ],
  exports: [Dispatcher],
})
class InProcessDispatchModule {}

/** The sending of queued deliveries: for the delivery worker. */
@Module({})
export class WebhookDeliveryModule implements OnApplicationShutdown {
  constructor(@Inject(WebhookSender) private readonly sender: WebhookSender) {}

  static async forRoot({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<DynamicModule> {
    const dispatchModule = redisUrl ? await bullDispatchModule(redisUrl) : InProcessDispatchModule;
    return {
      module: WebhookDeliveryModule,
      imports: [WebhooksModule, dispatchModule],
      providers: [
        Deliveries,
        DeliveryAttempts,
        DeliveryMetrics,
        DeliveryOutcomes,
        SigningSecrets,
        StrandedDeliveries,
        WebhookRetention,
        { provide: StrandedDeliveryRepository, useClass: PostgresStrandedDeliveryRepository },
        { provide: WebhookArchive, useClass: PostgresWebhookArchive },
        { provide: DeliveryQueue, useClass: PostgresDeliveryQueue },
        {
          provide: WebhookSender,
          inject: [CONFIG],
          useFactory: ({ webhookAllowedNetworks, egressProxy }: Config) =>
            new GuardedHttpSender({
              allowedNetworks: webhookAllowedNetworks,
              connectionsPerOrigin: DELIVERY_SLOTS,
              proxy: egressProxy,
            }),
        },
      ],
      exports: [Deliveries, StrandedDeliveries, WebhookRetention, dispatchModule],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }
}

/** Loads Bull, which takes a tenth of a second, only if there is a Redis. */
async function bullDispatchModule(redisUrl: string): Promise<DynamicModule> {
  const { BullDispatchModule } = await import('./bull-dispatch.module.js');
  return BullDispatchModule.forRoot(redisUrl);
}
