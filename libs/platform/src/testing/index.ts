export * from './a-config';
export * from './throttler-storage.contract';
export * from './recorded-log';
export * from './redis-server';
export * from './typescript-process';
export * from './distant-server';
export * from './connect-proxy';
