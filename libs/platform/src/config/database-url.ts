import { accessSync, constants } from 'node:fs';
import { assertHost, onlyParameters, serverUrl } from './addresses';

const FILES = ['sslrootcert', 'sslcert', 'sslkey'];
const PARAMETERS = ['sslmode', ...FILES, 'host'];
/** `require` and `verify-ca` verify the certificate with the host's name too: the driver knows no weaker form. */
const SSL_MODES = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'];

/**
 * The address of one PostgreSQL server and its database. TLS as in libpq: `sslmode`, `sslrootcert` and, for client
 * certificates, `sslcert` and `sslkey`. `host` names the folder of a Unix socket. Throws a `RangeError` that never repeats
 * the value.
 */
export function databaseUrl(text: string): string {
  const url = serverUrl(text, ['postgres', 'postgresql']);
  const parameters = url.searchParams;
  if (parameters.has('target_session_attrs')) {
    throw new RangeError('must not have target_session_attrs: it names one server, put a proxy before several');
  }
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
  // The driver warns about the other two names, and treats them the same.
  return mode === 'require' || mode === 'verify-ca' ? text.replace(`sslmode=${mode}`, 'sslmode=verify-full') : text;
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
