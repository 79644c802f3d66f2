export { DELIVERIES_QUEUE } from './adapters/bull-connections';
export { DELIVERIES_CHANNEL } from './adapters/postgres-announcer';
export { ENCRYPTED_WEBHOOK_SECRETS } from './adapters/encrypted-secrets';
export { WEBHOOK_TABLES } from './adapters/webhook-months';
export { Deliveries, DELIVERY_SLOTS } from './application/deliveries';
export { DeliveryLog } from './application/delivery-log';
export { EventPublisher, type WebhookEvent } from './application/event-publisher';
export { TestEvents } from './application/test-events';
export { EXAMPLE_DATA } from './domain/example-events';
export {
  BatchRunner,
  Dispatcher,
  type AttemptRecord,
  type DeliveryRecord,
  type ReceiverHealth,
} from './application/ports';
export { WebhookEndpoints, type RegisteredEndpoint } from './application/webhook-endpoints';
export { DELIVERY_STATUSES, type DeliveryBatch, type DeliveryStatus } from './domain/delivery';
export { AddressGuard } from './adapters/address-guard';
export {
  MAX_DESCRIPTION_LENGTH,
  webhookUrlProblem,
  withoutQuery,
  type EndpointChanges,
  type NewEndpoint,
  type WebhookEndpoint,
} from './domain/endpoint';
export { EVENT_NAMES, type EventName } from './domain/event-names';
export { StrandedDeliveries } from './application/stranded-deliveries';
export { WebhookRetention } from './application/webhook-retention';
export { WebhookDeliveryModule } from './webhook-delivery.module';
export { WebhooksModule } from './webhooks.module';
