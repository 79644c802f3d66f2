import { AccountsModule } from '@app/accounts';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PostgresDeliveryAnnouncer } from './adapters/postgres-announcer';
import { PostgresDeliveryLogRepository } from './adapters/postgres-delivery-log.repository';
import { PostgresEndpointRepository } from './adapters/postgres-endpoint.repository';
import { PostgresEventStore } from './adapters/postgres-event.store';
import { WebhookEndpointEntity } from './adapters/webhook-endpoint.entity';
import { WebhookSecretEntity } from './adapters/webhook-secret.entity';
import { DeliveryLog } from './application/delivery-log';
import { EventPublisher } from './application/event-publisher';
import { PlatformKeys } from './application/platform-keys';
import {
  DeliveryAnnouncer,
  DeliveryLogRepository,
  EndpointRepository,
  EventStore,
  StoredSecrets,
} from './application/ports';
import { TestEvents } from './application/test-events';
import { SecretCipher } from './application/secret-cipher';
import { WebhookEndpoints } from './application/webhook-endpoints';

/** Endpoints and the publishing of events: for every process. */
@Module({
  imports: [AccountsModule, TypeOrmModule.forFeature([WebhookEndpointEntity, WebhookSecretEntity])],
  providers: [
    WebhookEndpoints,
    EventPublisher,
    DeliveryLog,
    TestEvents,
    SecretCipher,
    PlatformKeys,
    { provide: EndpointRepository, useClass: PostgresEndpointRepository },
    { provide: StoredSecrets, useExisting: EndpointRepository },
    { provide: EventStore, useClass: PostgresEventStore },
    { provide: DeliveryLogRepository, useClass: PostgresDeliveryLogRepository },
    { provide: DeliveryAnnouncer, useClass: PostgresDeliveryAnnouncer },
  ],
  // The secrets, the cipher and the keys are for WebhookDeliveryModule.
  exports: [WebhookEndpoints, EventPublisher, DeliveryLog, TestEvents, StoredSecrets, SecretCipher, PlatformKeys],
})
export class WebhooksModule {}
