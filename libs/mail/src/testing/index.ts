export { RecordedOutbox } from './recorded-outbox';
