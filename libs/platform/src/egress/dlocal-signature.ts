import { createHmac } from 'node:crypto';
import type { DlocalCredentials } from '../config/dlocal';

/** What dLocal signs and what we sign. */
export interface DlocalSigned {
  readonly login: string;
  readonly date: string;
  /** Exactly as it is sent; empty without one. */
  readonly body: string | Buffer;
}

const SCHEME = 'V2-HMAC-SHA256, Signature: ';
const VERSION = '2.1';

/** The `Authorization` of a call to dLocal or a message of it. */
export function dlocalAuthorization(secret: string, { login, date, body }: DlocalSigned): string {
  return SCHEME + createHmac('sha256', secret).update(login).update(date).update(body).digest('hex');
}

/** The headers of a call to dLocal with that exact body. The first of the secrets signs. */
export function dlocalHeaders({ login, transKey, secretKeys }: DlocalCredentials, body: string) {
  const date = new Date().toISOString();
  return {
    'x-date': date,
    'x-login': login,
    'x-trans-key': transKey,
    'x-version': VERSION,
    'user-agent': 'servicepay',
    authorization: dlocalAuthorization(secretKeys[0] as string, { login, date, body }),
  };
}
