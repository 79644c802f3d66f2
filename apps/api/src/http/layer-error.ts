import { DomainError } from '@app/kernel';

/**
 * A rejection by one of the layers in front of the controllers: authentication, origin, per-key limit, permission. `body`
 * is the whole response; it has neither `success` nor `message` (except for that of the origin). Rules 1.14 and 1.16.
 */
export class LayerError extends Error {
  constructor(
    readonly status: 401 | 403 | 429,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(String(body['code']));
  }

  static unauthorized(code: AuthenticationFailure): LayerError {
    return new LayerError(401, { error: AUTHENTICATION_TEXTS[code], code });
  }

  static insufficientScope(permission: string): LayerError {
    return new LayerError(403, {
      error: `The API key lacks the permission ${permission}.`,
      code: 'insufficient_scope',
    });
  }

  static originNotAllowed(): LayerError {
    const error = 'The origin of this request is not among those that the API key allows.';
    return new LayerError(403, { success: false, error, code: 'ORIGIN_NOT_ALLOWED' });
  }

  static keyLimitExceeded(retryAfter: number): LayerError {
    const error = `The API key has used up its requests for this minute. Try again in ${retryAfter} s.`;
    return new LayerError(429, { error, code: 'rate_limit_exceeded', retry_after: retryAfter });
  }
}

const AUTHENTICATION_TEXTS = {
  missing_api_key: 'Send an API key as Authorization: Bearer <key> or X-API-KEY: <key>.',
  invalid_key_format: 'This is not an API key: its prefix cannot be read.',
  invalid_tenant: 'No account has the prefix of this API key.',
  tenant_init_failed: 'The account of this API key could not be loaded. Try again.',
  invalid_api_key: 'The API key is wrong, deactivated or expired.',
} as const;

export type AuthenticationFailure = keyof typeof AUTHENTICATION_TEXTS;

/** The rejection by a limit of an address or a panel user: an ordinary envelope, with `Retry-After`. */
export class RateLimitExceeded extends DomainError {
  constructor(
    message: string,
    readonly retryAfter: number,
  ) {
    super('RATE_LIMIT_EXCEEDED', message, { retry_after: retryAfter });
  }

  static ofAddress(retryAfter: number): RateLimitExceeded {
    return new RateLimitExceeded(`Too many requests from this address. Try again in ${retryAfter} s.`, retryAfter);
  }

  static ofHeavyQueries(retryAfter: number): RateLimitExceeded {
    return new RateLimitExceeded('Too many lists of this user are being read. Wait for one of them.', retryAfter);
  }

  static ofUser(retryAfter: number): RateLimitExceeded {
    return new RateLimitExceeded(`Too many requests from this user. Try again in ${retryAfter} s.`, retryAfter);
  }
}
