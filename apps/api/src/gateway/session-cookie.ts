import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PANEL_PREFIX } from './panel-prefix';

const NAME = 'panel_session';

/** The token in the request's cookie. */
export function cookieTokenOf({ headers }: Pick<Request, 'headers'>): string | undefined {
  const pairs = headers.cookie?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
}

/** Gives browsers their token, which no script can read, and takes it back. */
@Injectable()
export class SessionCookie {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'environment'>) {}

  /** The cookie ends with the browser, if the session has not ended before. */
  set(request: Request, response: Response, token: string): void {
    response.append('Set-Cookie', `${NAME}=${token}; ${this.attributesFor(request)}`);
  }

  clear(request: Request, response: Response): void {
    response.append('Set-Cookie', `${NAME}=; Max-Age=0; ${this.attributesFor(request)}`);
  }

  private attributesFor(request: Request): string {
    const attributes = `Path=/${PANEL_PREFIX}; HttpOnly; SameSite=Strict`;
    return this.isOnOwnMachine(request) ? attributes : `${attributes}; Secure`;
  }

  /**
   * Whether the service itself is reached over http on loopback, where some browsers drop a `Secure` cookie. Never in
   * production: behind a proxy on the same machine that does not pass the host on, every request looks like that.
   */
  private isOnOwnMachine({ protocol, hostname }: Request): boolean {
    if (this.config.environment === 'production' || protocol !== 'http') return false;
    return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/i.test(hostname);
  }
}
