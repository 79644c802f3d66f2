/** The address, or what the host name resolves to, is none that webhooks may be sent to. */
export class NotAllowedError extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';

  constructor() {
    super('address not allowed');
  }
}

/** The name took so long to resolve a moment ago that it is not tried again yet. */
export class SlowNameError extends Error {
  readonly code = 'NAME_TOO_SLOW';

  constructor() {
    super('host name too slow');
  }
}

/** By error code. The merchant reads these, so they tell what to mend and nothing about the machine that sends. */
const BY_CODE: Readonly<Record<string, string>> = {
  ADDRESS_NOT_ALLOWED: 'address not allowed',
  NAME_TOO_SLOW: 'timeout',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'host not reachable',
  EADDRNOTAVAIL: 'host not reachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_ABORTED: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'answer not understood',
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CRL|ALTNAME/;

/** Why an attempt got no status code, in a few safe words. */
export function describeFailure(error: unknown): string {
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  if (name === 'TimeoutError') return 'timeout';
  if (name === 'HTTPParserError') return 'answer not understood';
  if (typeof code === 'string') {
    const known = BY_CODE[code];
    // undici wraps what the socket reported.
    if (code === 'UND_ERR_SOCKET' && cause) return describeFailure(cause);
    if (known) return known;
    if (CERTIFICATE.test(code)) return 'certificate not accepted';
    if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code)) return 'TLS failed';
  }
  return 'request failed';
}
