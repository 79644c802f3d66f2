import type { ClientBase } from 'pg';
import { ConfigError } from '../config/config-error';
import { ReadOnlyServerError, SERVER_ID } from './database-hosts';

/** Values by the names of PostgreSQL's settings, as text. */
export type SessionSettings = Readonly<Record<string, string>>;

/**
 * One statement, so that a connection costs one round trip more. As parameters of the start, a pooler such as PgBouncer would
 * reject them or, told to ignore them, drop them silently.
 */
const APPLY = `SELECT current_setting('server_encoding') AS encoding, ${SERVER_ID} AS server,
  current_setting('transaction_read_only') AS read_only,
  ARRAY(SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS given (name, value)) AS applied`;

interface Session {
  readonly encoding: string;
  readonly server: string;
  readonly read_only: string;
  readonly applied: string[];
}

/**
 * Applies the settings to a connection that has just been opened, checks that they hold, and resolves to the id of the server.
 * Throws `ConfigError` for a database that cannot store every text, and `ReadOnlyServerError` for a server that takes no writes
 * unless `isReadOnly`.
 */
export async function applySettings(
  client: ClientBase,
  settings: SessionSettings,
  isReadOnly = false,
): Promise<string> {
  const [names, values] = [Object.keys(settings), Object.values(settings)];
  const { rows } = await client.query<Session>(APPLY, [names, values]);
  const { encoding = '', read_only: readOnly, applied = [], server = '' } = rows[0] ?? {};
  if (readOnly === 'on' && !isReadOnly) throw new ReadOnlyServerError();
  assertUnicode(encoding);
  const lost = names.find((_, index) => values[index] !== '0' && (applied[index] ?? '0') === '0');
  if (lost !== undefined) throw new Error(`PostgreSQL did not apply ${lost} to a connection`);
  return server;
}

/** Throws `ConfigError` unless the database's encoding is UTF8. */
export function assertUnicode(encoding: string): void {
  if (encoding === 'UTF8') return;
  throw ConfigError.of('DATABASE_URL', `must lead to a database in UTF8, and this one is in ${encoding}`);
}
