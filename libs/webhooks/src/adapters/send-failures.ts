/** Webhooks may not be sent to the address, or to an address of the host name. */
export class NotAllowedError extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';

  constructor() {
    super('address not allowed');
  }
}

/** The host name recently took so long to resolve that it is not looked up again yet. */
export class SlowNameError extends Error {
  readonly code = 'NAME_TOO_SLOW';

  constructor() {
    super('host name too slow');
  }
}

/** The receiver has not responded in time. */
export class OverdueError extends Error {
  readonly code = 'OVERDUE';

  constructor() {
    super('the receiver did not respond in time');
  }
}

/** By error code. The merchant reads these: they say what to fix, and reveal nothing about the sending machine. */
const BY_CODE: Readonly<Record<string, string>> = {
  ADDRESS_NOT_ALLOWED: 'address not allowed',
  NAME_TOO_SLOW: 'timeout',
  OVERDUE: 'timeout',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  UND_ERR_SOCKET: 'connection closed',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'host not reachable',
  EADDRNOTAVAIL: 'host not reachable',
  EGRESS_PROXY: 'host not reachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_ABORTED: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'answer not understood',
};

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CRL|ALTNAME/;

/** Why an attempt got no status code, as a text for the merchant. */
export function describeFailure(error: unknown): string {
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
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
