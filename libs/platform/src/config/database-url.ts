import { accessSync, constants } from 'node:fs';
import { hostUrls } from '../database/database-hosts';
import { assertHost, onlyParameters, serverUrl } from './addresses';

const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
/** Of the attributes that libpq knows: the service always writes. */
const WRITABLE = 'read-write';
const PARAMETERS = ['sslmode', ...FILES, 'host'];
/** `require` and `verify-ca` verify the certificate with the host's name too: the driver knows no weaker form. */
const SSL_MODES = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'];

/**
 * The address of PostgreSQL and its database. Several hosts may be named, separated by commas, of which connections go to
 * the one that takes writes. TLS as in libpq: `sslmode`, `sslrootcert` and, for client
 * certificates, `sslcert` and `sslkey`. `host` names the folder of a Unix socket. Throws a `RangeError` that never repeats
 * the value.
 */
export function databaseUrl(text: string): string {
  const attributes = /[?&]target_session_attrs=([^&]*)/.exec(text)?.[1] ?? WRITABLE;
  if (attributes !== WRITABLE) throw new RangeError(`must have no target_session_attrs but ${WRITABLE}`);
  for (const one of hostUrls(text)) assertOneHost(one);
  // The driver warns about the other two names, and treats them the same.
  return text.replace(/([?&]sslmode=)(?:require|verify-ca)(?=&|$)/, '$1verify-full');
}

/** The address of a standby, written as `databaseUrl` is. Throws a `RangeError` for several hosts: one is checked, and read. */
export function replicaUrl(text: string): string {
  if (hostUrls(text).length > 1) throw new RangeError('must name one host');
  return databaseUrl(text);
}

function assertOneHost(text: string): void {
  const url = serverUrl(text, ['postgres', 'postgresql']);
  const parameters = url.searchParams;
  onlyParameters(url, PARAMETERS);
  const socket = parameters.get('host');
  if (socket !== null && !socket.startsWith('/')) throw new RangeError('must name a socket folder as host=/…');
  if (url.hostname !== '' || socket === null) assertHost(url);
  if (!/^\/[^/]+$/.test(url.pathname))
    throw new RangeError('must end with the name of a database, such as /servicepay');
  const mode = parameters.get('sslmode');
  if (mode !== null && !SSL_MODES.includes(mode)) {
    throw new RangeError(`must have an sslmode of ${SSL_MODES.join(', ')}`);
  }
  for (const name of FILES) assertReadable(name, parameters.get(name));
}

function assertReadable(parameter: string, file: string | null): void {
  if (file === null) return;
  try {
    accessSync(file, constants.R_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new RangeError(`names a file of ${parameter} that cannot be read (${code})`, { cause: error });
  }
}
