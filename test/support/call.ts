import type { Method } from './http-client';

/** A call that would succeed if it were not provoked. */
export interface Call {
  method: Method;
  /** With `{id}` in place of an id. */
  path: string;
  body?: Readonly<Record<string, unknown>> | undefined;
  /** The names of its query parameters. */
  query?: readonly string[];
  /** The permissions for the call; a panel user needs one of them. */
  permissions?: readonly string[];
}
