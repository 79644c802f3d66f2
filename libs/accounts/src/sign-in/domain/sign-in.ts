import type { Actor } from '../../audit/domain/audit';
import type { PanelUser } from '../../users/domain/panel-user';

/** How long a failed sign-in counts. */
export const FAILURES_SECONDS = 60 * 60;
/** How long a browser is known after a sign-in, and how many browsers of a user are. */
export const DEVICE_SECONDS = 180 * 24 * 60 * 60;
export const MAX_DEVICES = 20;

/** Where the failed sign-ins with an address are counted together, how many lock it there, and for how long. */
export interface SignInPlace {
  name: string;
  limit: number;
  lockSeconds: number;
}

/**
 * The two places of an attempt: its network, and its browser, if the user signed in there before, or all other browsers
 * together. Rule 14.5.
 */
export function placesOf(network = 'unknown', deviceId: string | null = null) {
  const browser = deviceId === null ? 'anywhere' : `browser ${deviceId}`;
  return {
    network: { name: `network ${network}`, limit: 5, lockSeconds: 15 * 60 },
    browser: { name: browser, limit: 50, lockSeconds: 60 * 60 },
  } satisfies Record<string, SignInPlace>;
}

/** The duration of a session. */
export const SESSION_SECONDS = 12 * 60 * 60;
/** How long a session of a browser may be idle. Rule 14.12. */
export const IDLE_SECONDS = 30 * 60;
/** How long a session may do what needs a fresh one, after its user has proven who they are. Rule 14.3. */
export const FRESH_SECONDS = 15 * 60;
/** How often a session's last activity is written. An idle session may end up to this much early. */
export const SEEN_EVERY_SECONDS = 60;
/** How long a link to choose another password works, and how many are mailed to one address within an hour. */
export const RESET_SECONDS = 30 * 60;
/** How long an invitation works, and how many users an account creates and invites within an hour. */
export const INVITATION_SECONDS = 72 * 60 * 60;
export const MAX_USER_ADDITIONS = 60;
export const USER_ADDITIONS_SECONDS = 60 * 60;
export const MAX_RESET_MAILS = 3;
export const RESET_MAILS_SECONDS = 60 * 60;

/** The maximum stored length of a browser's name for itself, in characters. */
const MAX_USER_AGENT = 255;

export interface Credentials {
  email: string;
  password: string;
  /** Of the second factor, or a recovery code. */
  code?: string | undefined;
}

/** How a session's token travels. A token of one kind is not accepted as the other. */
export type SessionKind = 'bearer' | 'cookie';

export interface PanelSession {
  id: string;
  expiresAt: Date;
  /** Null for the session of a bearer token, which does not end idle. */
  idleExpiresAt: Date | null;
  /** Until when the session is fresh; in the past once it is not. */
  freshUntil: Date;
  isFresh: boolean;
  /** The known browser of a cookie. */
  deviceId: string | null;
}

/** A user in a session. */
export interface Caller {
  user: PanelUser;
  /** The same person, as an actor of the audit log. */
  by: Actor;
  session: PanelSession;
}

/** A session, as found by its token. */
export interface FoundSession {
  user: PanelUser;
  session: PanelSession;
  /** Whether it is time to write that it was seen. */
  isDue: boolean;
}

/** A session, as its user sees it among others. */
export interface ListedSession {
  id: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  userAgent: string | null;
  address: string | null;
}

/** A token of a session or of a link is 32 random bytes in base64url; anything else need not be looked up. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** A browser's name for itself as it is stored: storable, and of bounded length. */
export function boundedUserAgent(text: string | undefined): string | null {
  if (!text) return null;
  return [...text.toWellFormed().replaceAll('\0', '')].slice(0, MAX_USER_AGENT).join('');
}
