export { TEST_SECRETS, PRODUCTION, aConfig } from './a-config';
export { CA, VALID, EXPIRED, OTHER_HOST, SELF_SIGNED, SERVER_KEY } from './certificates';
export { throttlerStorageContract } from './throttler-storage.contract';
export { RecordedLog } from './recorded-log';
export { RecordedSpans } from './recorded-spans';
export { RedisWithSentinel } from './redis-sentinel';
export { hasRedisServer, RedisServer, freePort } from './redis-server';
export { TypeScriptProcess } from './typescript-process';
export { ConnectProxy } from './connect-proxy';
