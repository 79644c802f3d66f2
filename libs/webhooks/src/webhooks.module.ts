import { CONFIG, Log, type Config } from '@app/platform';
import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { BullDispatcher } from './adapters/bull-dispatcher';
import { GuardedHttpSender } from './adapters/guarded-http-sender';
import { InProcessDispatcher } from './adapters/in-process-dispatcher';
import { PostgresDeliveryAnnouncer } from './adapters/postgres-announcer';
import { PostgresDeliveryLogReader } from './adapters/postgres-delivery-log.reader';
import { PostgresDeliveryQueue } from './adapters/postgres-delivery.queue';
import { PostgresEndpointRepository } from './adapters/postgres-endpoint.repository';
import { PostgresEventStore } from './adapters/postgres-event.store';
import { Deliveries } from './application/deliveries';
import { DeliveryLog } from './application/delivery-log';
import { EventPublisher } from './application/event-publisher';
import {
  DeliveryAnnouncer,
  DeliveryLogReader,
  DeliveryQueue,
  Dispatcher,
  EndpointRepository,
  EventStore,
  WebhookSender,
} from './application/ports';
import { SecretCipher } from './application/secret-cipher';
import { WebhookEndpoints } from './application/webhook-endpoints';

/** Attempts under way in one worker. They mostly wait for receivers, so there may be many. */
const SLOTS = 128;

/** Endpoints, and publishing events to them: for every process. */
@Module({
  providers: [
    WebhookEndpoints,
    EventPublisher,
    DeliveryLog,
    SecretCipher,
    { provide: EndpointRepository, useClass: PostgresEndpointRepository },
    { provide: EventStore, useClass: PostgresEventStore },
    { provide: DeliveryLogReader, useClass: PostgresDeliveryLogReader },
    { provide: DeliveryAnnouncer, useClass: PostgresDeliveryAnnouncer },
  ],
  // The cipher is for the module below.
  exports: [WebhookEndpoints, EventPublisher, DeliveryLog, SecretCipher],
})
export class WebhooksModule {}

/** Sending what is queued: for the delivery worker. */
@Module({
  imports: [WebhooksModule],
  providers: [
    Deliveries,
    { provide: DeliveryQueue, useClass: PostgresDeliveryQueue },
    {
      provide: WebhookSender,
      inject: [CONFIG],
      useFactory: (config: Config) =>
        new GuardedHttpSender({ allowedNetworks: config.webhookAllowedNetworks, connectionsPerOrigin: SLOTS }),
    },
    {
      provide: Dispatcher,
      inject: [CONFIG, Log],
      useFactory: ({ redisUrl }: Config, log: Log) =>
        redisUrl ? new BullDispatcher({ redisUrl, slots: SLOTS, log }) : new InProcessDispatcher(SLOTS, log),
    },
  ],
  exports: [Deliveries, Dispatcher],
})
export class WebhookDeliveryModule implements OnApplicationShutdown {
  constructor(@Inject(WebhookSender) private readonly sender: WebhookSender) {}

  async onApplicationShutdown(): Promise<void> {
    await this.sender.close();
  }
}
