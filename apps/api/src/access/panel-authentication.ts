import { CrossOriginError, PanelSessions, UnauthenticatedError, type SessionKind } from '@app/accounts';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AnonymousLimit } from './anonymous-limit';
import { originOf, type PanelRequest } from './panel-request';
import { isSameOrigin } from './same-origin';
import { cookieTokenOf } from './session-cookie';

const READING = new Set(['GET', 'HEAD']);

/** Finds the session of a request, in its bearer token or in its cookie. */
@Injectable()
export class PanelAuthentication {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sessions: PanelSessions,
    private readonly anonymous: AnonymousLimit,
  ) {}

  /**
   * Puts the `PanelCaller` on the request. The session is looked up for each request, so that a deleted user loses
   * access at once. A browser adds the cookie to requests of any page, so one that changes something has to come from a
   * page of the service. Throws `UnauthenticatedError`, `CrossOriginError`, and `RateLimitExceeded` for a token that
   * this process does not know from an address that has used up the limit of requests without a valid credential.
   */
  async authenticate(request: PanelRequest): Promise<void> {
    const { token, kind } = credentialOf(request);
    // A flood of invalid tokens must not reach the database once its address is limited.
    if (!this.sessions.isKnown(token)) this.anonymous.assertLeft(request);
    const found = await this.sessions.authenticate(token, kind);
    const { user } = found;
    const caller = { user, by: { type: 'user', name: user.id, ...originOf(request) } as const };
    // From here on the caller is known: a rejection does not count as anonymous.
    request.panelCaller = { ...caller, session: found.session };
    if (kind === 'cookie' && !READING.has(request.method) && !isSameOrigin(request, this.config.publicUrl)) {
      throw new CrossOriginError();
    }
    if (request.headers['x-session-activity'] === 'background') return;
    request.panelCaller = { ...caller, session: await this.sessions.recordActivity(found) };
  }
}

/** A bearer token takes precedence over the cookie, even if the token is invalid. */
function credentialOf(request: PanelRequest): { token: string; kind: SessionKind } {
  const { authorization = '' } = request.headers;
  const isBearer = /^Bearer( |$)/i.test(authorization);
  const token = isBearer ? /^Bearer +(\S+) *$/i.exec(authorization)?.[1] : cookieTokenOf(request);
  if (token === undefined) throw UnauthenticatedError.noSession();
  return { token, kind: isBearer ? 'bearer' : 'cookie' };
}
