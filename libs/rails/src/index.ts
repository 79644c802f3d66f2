export { NotificationHandlers } from './application/notification-handlers';
export { NotificationInbox } from './application/notification-inbox';
export { NotificationRetention } from './application/notification-retention';
export { NotificationSources } from './application/notification-sources';
export { NotificationHandler, type NotificationSource, type RailMessage } from './application/ports';
export { NotificationRefusedError } from './domain/errors';
export {
  distinctSubjects,
  subjectKey,
  type NotificationKey,
  type RailNotification,
  type SettledNotification,
  type StoredNotification,
  type Subject,
} from './domain/notification';
export { amountFields, unsupportedAmountOf } from './domain/reported-amount';
export { verifyHmacSignature } from './domain/signature';
export { RailsModule } from './rails.module';
