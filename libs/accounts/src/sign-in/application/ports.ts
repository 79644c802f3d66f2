import type { Tx } from '@app/kernel';
import type { FactorProof, SecondFactor } from '../domain/second-factor';
import type { FoundSession, ListedSession, PanelSession, SessionKind, SignInPlace } from '../domain/sign-in';

/** A session as it begins. */
export interface NewSession {
  tokenHash: Buffer;
  kind: SessionKind;
  userId: string;
  userAgent: string | null;
  address: string | null;
  /** The known browser of a cookie. */
  deviceId?: string | null;
}

/** Sessions of the panel, stored under the hash of their token. */
export abstract class SessionsRepository {
  /** Starts a session of `SESSION_SECONDS`, which ends idle after `IDLE_SECONDS` if it is a cookie's. */
  abstract insert(tx: Tx, session: NewSession): Promise<PanelSession>;
  /** The session; undefined once it has expired or the user is deleted. Called on every panel request. */
  abstract find(tokenHash: Buffer, kind: SessionKind): Promise<FoundSession | undefined>;
  /** Writes that the session was seen now, and returns it as it is then; undefined when it has ended. */
  abstract markSeen(tx: Tx, id: string): Promise<PanelSession | undefined>;
  /** Makes the session fresh, and returns it as it is then; undefined when it has ended. */
  abstract confirm(tx: Tx, id: string): Promise<PanelSession | undefined>;
  /** Deletes up to `limit` expired sessions; returns how many. */
  abstract deleteExpired(tx: Tx, limit: number): Promise<number>;
}

/** The sessions of a user, as the user manages them. */
export abstract class SessionListRepository {
  /** The `limit` running sessions that were seen last. */
  abstract list(userId: string, limit: number): Promise<ListedSession[]>;
  /** Ends a session of the user; false when the user has no such running session. */
  abstract remove(tx: Tx, userId: string, id: string): Promise<boolean>;
  /** Ends all sessions of the user but one; returns how many were running. */
  abstract removeOthers(tx: Tx, userId: string, keptId: string): Promise<number>;
}

/** The second factors of users, with their recovery codes. */
export abstract class SecondFactorsRepository {
  /** Stores a secret for the user to confirm, in place of an unconfirmed one; false when one is confirmed. */
  abstract begin(tx: Tx, userId: string, encryptedSecret: Buffer): Promise<boolean>;
  abstract find(userId: string): Promise<SecondFactor | undefined>;
  /** Confirms the secret with a code of that step; false when it is not the one that waits to be confirmed. */
  abstract confirm(tx: Tx, userId: string, factor: ConfirmedFactor): Promise<boolean>;
  /** Uses up what proves the confirmed factor; false when it was used before, or, for a step, a later one was. */
  abstract use(tx: Tx, userId: string, proof: FactorProof): Promise<boolean>;
  /** Deletes the factor and its recovery codes; false when there was no confirmed one. */
  abstract remove(tx: Tx, userId: string): Promise<boolean>;
}

export interface ConfirmedFactor {
  encryptedSecret: Buffer;
  step: number;
  recoveryCodeHashes: readonly Buffer[];
}

/** Codes that an authenticator shows, by time. */
export abstract class TimeCodes {
  abstract newSecret(): string;
  /** What an authenticator scans. */
  abstract urlOf(secret: string, email: string): string;
  /** The time step for which the code is right, if it is right now or was or will be within half a minute. */
  abstract stepOf(secret: string, code: string): number | undefined;
}

/** The verdict on one attempt: granted, granted as the last one before the lock, or rejected by the lock. */
export type SignInAttempt =
  { outcome: 'granted' | 'last'; addressHash: Buffer } | { outcome: 'locked'; retryAfterSeconds: number };

/**
 * Sign-in attempts by address and place. An attempt counts as failed from the moment it is taken, so that concurrent
 * attempts cannot exceed the limit. A rejected one changes nothing.
 */
export abstract class SignInAttempts {
  abstract take(tx: Tx, email: string, place: SignInPlace): Promise<SignInAttempt>;
  /** Takes back an attempt that did not fail, and leaves earlier failures as they are. */
  abstract giveBack(tx: Tx, email: string, place: SignInPlace): Promise<void>;
  /** Clears the failures in the place. */
  abstract clear(tx: Tx, email: string, place: SignInPlace): Promise<void>;
  /** Clears the failures in all places. */
  abstract clearAll(tx: Tx, email: string): Promise<void>;
  /** Deletes up to `limit` counters that have expired; returns how many. */
  abstract deleteExpired(tx: Tx, limit: number): Promise<number>;
}

/** The browsers in which users signed in before, stored under the hash of the token in their cookie. */
export abstract class SignInDevices {
  /** The browser with that token, if the user with the address signed in there before. */
  abstract find(email: string, tokenHash: Buffer): Promise<string | undefined>;
  /** Remembers the browser of the user for `DEVICE_SECONDS` from now, and forgets all but the newest `MAX_DEVICES`. */
  abstract remember(tx: Tx, userId: string, tokenHash: Buffer): Promise<string>;
  /** Deletes up to `limit` that are no longer known; returns how many. */
  abstract deleteExpired(tx: Tx, limit: number): Promise<number>;
}
