export { FactHandlers } from './application/fact-handlers';
export { FactInbox } from './application/fact-inbox';
export { FactRetention } from './application/fact-retention';
export { NotificationSources } from './application/notification-sources';
export { FactHandler, type NotificationSource, type ProviderMessage } from './application/ports';
export { MessageRejectedError } from './domain/errors';
export {
  distinctSubjects,
  subjectKey,
  type FactKey,
  type Fact,
  type SettledFact,
  type StoredFact,
  type Subject,
} from './domain/fact';
export { amountFields, unsupportedAmountOf } from './domain/reported-amount';
export { verifyHmacSignature } from './domain/signature';
export { RailsModule } from './rails.module';
