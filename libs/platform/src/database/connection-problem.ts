const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|ALTNAME/;

/**
 * What to change in `DATABASE_URL` when a connection to PostgreSQL fails for its TLS settings; undefined for any other
 * failure.
 */
export function tlsProblemOf(error: unknown): string | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && CERTIFICATE.test(code)) {
    return `DATABASE_URL leads to a server whose certificate is not trusted (${code}): name its authority with sslrootcert=FILE`;
  }
  if (typeof message === 'string' && message.includes('does not support SSL')) {
    return 'DATABASE_URL asks for TLS with its sslmode, and the server does not offer it';
  }
  return undefined;
}
