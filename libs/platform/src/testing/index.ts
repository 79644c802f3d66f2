export * from './rate-limit-store.contract';
export * from './recorded-log';
export * from './redis-server';
export * from './typescript-process';
