export * from './mailer.contract';
export * from './smtp-server';
export * from './recorded-outbox';
