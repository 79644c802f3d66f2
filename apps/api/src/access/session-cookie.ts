import { DEVICE_SECONDS, UnauthenticatedError } from '@app/accounts';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PANEL_PREFIX } from './panel-prefix';

const SESSION = 'panel_session';
const DEVICE = 'panel_device';

/** A proxy that passes a request on adds one of them, even where `TRUST_PROXY` does not name it. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * The token in the request's cookie. Throws `UnauthenticatedError` when there are several: another host of the domain can
 * add a cookie of that name, and the service cannot tell which of them is the user's.
 */
export function cookieTokenOf(request: Pick<Request, 'headers'>): string | undefined {
  const tokens = cookiesOf(request, SESSION);
  if (tokens.length > 1) throw UnauthenticatedError.severalCookies();
  return tokens[0];
}

/** The token by which the browser is known. */
export function deviceTokenOf(request: Pick<Request, 'headers'>): string | undefined {
  const tokens = cookiesOf(request, DEVICE);
  return tokens.length === 1 ? tokens[0] : undefined;
}

function cookiesOf({ headers }: Pick<Request, 'headers'>, name: string): string[] {
  const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1));
}

/** Sets the cookies with a browser's tokens, which no script can read, and clears that of the session. */
@Injectable()
export class SessionCookie {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'environment'>) {}

  /** The session's cookie ends with the browser, if the session has not ended before; the other one stays. */
  set(request: Request, response: Response, token: string, deviceToken: string | null): void {
    const attributes = this.attributesFor(request);
    response.append('Set-Cookie', `${SESSION}=${token}; ${attributes}`);
    if (deviceToken === null) return;
    response.append('Set-Cookie', `${DEVICE}=${deviceToken}; Max-Age=${DEVICE_SECONDS}; ${attributes}`);
  }

  clear(request: Request, response: Response): void {
    response.append('Set-Cookie', `${SESSION}=; Max-Age=0; ${this.attributesFor(request)}`);
  }

  private attributesFor(request: Request): string {
    const attributes = `Path=/${PANEL_PREFIX}; HttpOnly; SameSite=Strict`;
    return this.isPlain(request) ? attributes : `${attributes}; Secure`;
  }

  /**
   * Whether the request came over plain http, where browsers drop a `Secure` cookie: to a sandbox, or from this machine to
   * itself, without a proxy in between that might speak https to the browser.
   */
  private isPlain({ protocol, hostname, ip, headers }: Request): boolean {
    if (protocol !== 'http') return false;
    if (this.config.environment !== 'production') return true;
    const isOwnMachine = isLoopbackHost(hostname) && /^(127\.|::1$|::ffff:127\.)/.test(ip ?? '');
    return isOwnMachine && FORWARDED.every((name) => headers[name] === undefined);
  }
}

function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);
}
