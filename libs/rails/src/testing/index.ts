export * from './factories';
export { InMemoryNotificationsRepository } from './in-memory-notifications.repository';
export * from './notification-source.contract';
export * from './notifications-repository.contract';
