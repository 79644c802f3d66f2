/** What to do about an error: change the request, send it again after a wait, or stop and involve a person. */
export type ErrorAction = 'correct' | 'retry' | 'stop';

/** Every error code that the API promises, with the action that it asks for. */
const ACTIONS = {
  KYC_VERIFICATION_REQUIRED: 'stop',
  KYB_VERIFICATION_REQUIRED: 'stop',
  BUSINESS_PAYMENT_LINK_MINIMUM_AMOUNT: 'correct',
  missing_api_key: 'correct',
  invalid_key_format: 'correct',
  invalid_tenant: 'correct',
  tenant_init_failed: 'retry',
  invalid_api_key: 'stop',
  INVALID_API_KEY: 'stop',
  insufficient_scope: 'stop',
  ORIGIN_NOT_ALLOWED: 'stop',
  BUSINESS_TENANT_PAUSED: 'stop',
  CARD_PAYMENTS_NOT_ENABLED: 'stop',
  USER_NOT_FOUND: 'stop',
  PAYMENT_LINK_NOT_FOUND: 'correct',
  CARD_PAYMENT_LINK_NOT_FOUND: 'correct',
  WEBHOOK_NOT_FOUND: 'correct',
  RESOURCE_NOT_FOUND: 'correct',
  IDEMPOTENCY_IN_PROGRESS: 'retry',
  PAYLOAD_TOO_LARGE: 'correct',
  VALIDATION_FAILED: 'correct',
  IDEMPOTENCY_KEY_REUSED: 'correct',
  USD_ACCOUNT_NOT_ENABLED: 'stop',
  WALLET_NOT_FOUND: 'stop',
  PAYMENT_LINK_NOT_ACTIVE: 'stop',
  PAYMENT_LINK_CANNOT_CANCEL: 'stop',
  CARD_PAYMENT_LINK_NOT_ACTIVE: 'stop',
  // Only on conversions.rate may it be temporary, so it is retried there.
  EXCHANGE_RATE_UNAVAILABLE: 'stop',
  WEBHOOK_ALREADY_EXISTS: 'stop',
  INVALID_CURRENCY: 'correct',
  RATE_LIMIT_EXCEEDED: 'retry',
  rate_limit_exceeded: 'retry',
  SYSTEM_DATABASE_ERROR: 'retry',
  CARD_PAYMENT_ERROR: 'retry',
  CONVERSION_QUOTE_ERROR: 'retry',
} as const satisfies Record<string, ErrorAction>;

/** Codes are compared as they are: `invalid_api_key` and `INVALID_API_KEY` are two different errors. */
export type KnownCode = keyof typeof ACTIONS;

export const KNOWN_CODES = Object.keys(ACTIONS) as readonly KnownCode[];

export function isKnownCode(code: unknown): code is KnownCode {
  return typeof code === 'string' && Object.hasOwn(ACTIONS, code);
}

/** The action of a known code; for any other response, the action that the status suggests. */
export function actionFor(code: string | undefined, status: number): ErrorAction {
  if (isKnownCode(code)) return ACTIONS[code];
  return status === 429 || status >= 500 ? 'retry' : 'stop';
}
