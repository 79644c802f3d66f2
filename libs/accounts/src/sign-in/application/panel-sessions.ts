import { UnitOfWork, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { AuditLog } from '../../audit/application/ports';
import { TokenHasher } from '../../keys/application/ports';
import { userEntry } from '../../users/application/user-entry';
import type { PanelUser } from '../../users/domain/panel-user';
import { UnauthenticatedError } from '../domain/errors';
import { boundedUserAgent, isToken, type FoundSession, type PanelSession, type SessionKind } from '../domain/sign-in';
import { KnownBrowsers } from './known-browsers';
import { KnownTokens } from './known-tokens';
import { SessionsRepository } from './ports';
import type { Origin } from './sign-in-lock';

/** How a session begins. */
export interface SessionStart extends Origin {
  kind: SessionKind;
  userAgent?: string | undefined;
  /** Of a browser in which the user signed in before. */
  deviceToken?: string | undefined;
}

export interface SignedIn {
  /** Returned here and never again. */
  token: string;
  /** Identifies the browser from now on; null for a bearer token. */
  deviceToken: string | null;
  session: PanelSession;
  user: PanelUser;
}

const TOKEN_BYTES = 32;

/** The sessions of the panel. Tokens are opaque and stored only as HMAC. */
@Injectable()
export class PanelSessions {
  private readonly known = new KnownTokens();

  constructor(
    private readonly sessions: SessionsRepository,
    private readonly hasher: TokenHasher,
    private readonly browsers: KnownBrowsers,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /** Begins a session of a user whose credentials are right. */
  async begin(tx: Tx, user: PanelUser, start: SessionStart): Promise<SignedIn> {
    const { kind, userAgent, deviceToken, fromAddress, requestId } = start;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const tokenHash = this.hashOf(token);
    await this.audit.record(tx, userEntry('signed_in', { type: 'user', name: user.id, fromAddress, requestId }, user));
    const device = kind === 'cookie' ? await this.browsers.remember(tx, user.id, deviceToken) : undefined;
    const session = await this.sessions.insert(tx, {
      tokenHash,
      kind,
      userId: user.id,
      deviceId: device?.id ?? null,
      userAgent: boundedUserAgent(userAgent),
      address: fromAddress ?? null,
    });
    this.known.add(tokenHash);
    return { token, deviceToken: device?.token ?? null, session, user };
  }

  /** The session, with its user and account, as all are now. Throws `UnauthenticatedError`. */
  async authenticate(token: string, kind: SessionKind): Promise<FoundSession> {
    if (!isToken(token)) throw UnauthenticatedError.noSession();
    const tokenHash = this.hashOf(token);
    const found = await this.sessions.find(tokenHash, kind);
    if (!found) {
      this.known.delete(tokenHash);
      throw UnauthenticatedError.noSession();
    }
    this.known.add(tokenHash);
    return found;
  }

  /** Whether this process started or found a session with the token and has not seen it end. Reads no database. */
  isKnown(token: string): boolean {
    return isToken(token) && this.known.has(this.hashOf(token));
  }

  /** The session after activity of its user, which is written at intervals. Throws `UnauthenticatedError`. */
  async recordActivity({ session, isDue }: FoundSession): Promise<PanelSession> {
    if (!isDue) return session;
    const seen = await this.uow.once((tx) => this.sessions.markSeen(tx, session.id));
    if (!seen) throw UnauthenticatedError.noSession();
    return seen;
  }

  /** The label separates tokens from everything else that is hashed under the pepper. */
  private hashOf(token: string): Buffer {
    return this.hasher.hash(`panel session ${token}`);
  }
}
