export { ServicePay } from './client';
export { isKnownCode, KNOWN_CODES, type ErrorAction, type KnownCode } from './codes';
export {
  isCode,
  ServicePayConnectionError,
  ServicePayError,
  type Envelope,
  type ErrorDetails,
  type ErrorOf,
} from './errors';
export type { Conversions, PaymentLinks, PaymentMethods, Wallets, WebhookEndpoints } from './resources';
export type { ServicePayOptions } from './settings';
export type { RequestOptions } from './transport';
export type * from './types';
export * from './webhooks';
