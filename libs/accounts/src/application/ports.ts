import type { Page, Tx } from '@app/kernel';
import type { Account, AccountChanges, AccountStatus } from '../domain/account';
import type { ApiKey, KeyEnvironment } from '../domain/api-key';
import type { AuditEntry, AuditQuery, AuditRecord } from '../domain/audit';
import type { ManagedKey } from '../domain/key-settings';
import type { ManagedUser, PanelUser } from '../domain/panel-user';
import type { FactorProof, SecondFactor } from '../domain/second-factor';
import type { FoundSession, ListedSession, PanelSession, SessionKind, SignInPlace } from '../domain/sign-in';

/** A user as first stored. */
export interface NewUser {
  id: string;
  accountId: string;
  email: string;
  name?: string | null | undefined;
  passwordHash: string;
  permissions: readonly string[];
}

export interface NewApiKey {
  id: string;
  accountId: string;
  userId: string;
  name: string;
  environment: KeyEnvironment;
  secretHash: Buffer;
  lastFour: string | null;
  permissions: readonly string[];
  allowedOrigins: readonly string[];
  rateLimit: number;
  expiresAt: Date | null;
}

/** The account that a slug names, and its active key with a given hash; null when it has none. */
export interface FoundCredential {
  account: Account;
  key: { record: ApiKey; secretHash: Buffer } | null;
}

/** Accounts, found by their slug. */
export abstract class AccountsRepository {
  /** Throws `SlugTakenError`; the transaction can continue. */
  abstract insert(tx: Tx, account: Account): Promise<void>;
  /** Changes the settings that are defined, and returns the account as it is now; it stays locked. */
  abstract update(tx: Tx, id: string, changes: AccountChanges): Promise<Account>;
  /** The time zone of that name as the database spells it, whatever the case of its letters; undefined if it has none. */
  abstract findTimeZone(name: string): Promise<string | undefined>;
  abstract findBySlug(slug: string): Promise<Account | undefined>;
  abstract findById(id: string): Promise<Account | undefined>;
  /** Those of the accounts that exist, read in the transaction. */
  abstract findAll(tx: Tx, ids: readonly string[]): Promise<Account[]>;
  /** The newest `limit` accounts, in that status if one is given; of those older than the account `olderThan`. */
  abstract list(status: AccountStatus | undefined, limit: number, olderThan?: string): Promise<Account[]>;
}

/** The users of an account, as administrators manage them. A deleted user is not found. */
export abstract class UsersRepository {
  /** Throws `UserEmailTakenError`; the transaction can continue. */
  abstract insert(tx: Tx, user: NewUser): Promise<void>;
  /** Marks the user deleted and returns the id; undefined when the account has no such user. */
  abstract remove(tx: Tx, accountId: string, email: string): Promise<string | undefined>;
  /** The newest `limit` users, the inactive ones included; of those older than the user `olderThan`. */
  abstract list(accountId: string, limit: number, olderThan?: string): Promise<ManagedUser[]>;
  /** All users of the account. Until the transaction ends, other transactions that call this for the account wait. */
  abstract lock(tx: Tx, accountId: string): Promise<ManagedUser[]>;
  /**
   * Writes permissions, state, whether an invitation waits and, when given, the password; ends all sessions of the user.
   * Uses up the links to choose another password, but not an invitation that waits.
   */
  abstract update(tx: Tx, user: ManagedUser, passwordHash?: string): Promise<void>;
  /** Writes that the user was invited now and has no password yet; returns that time. */
  abstract markInvited(tx: Tx, id: string): Promise<Date>;
  /** Takes one of the `MAX_USER_ADDITIONS` of the account; otherwise returns the seconds until there is one again. */
  abstract takeAddition(tx: Tx, accountId: string): Promise<number | undefined>;
}

/** API keys as the API verifies them, on every request. */
export abstract class CredentialsRepository {
  /** Reads account and key in one round trip. Undefined when no account has the slug. */
  abstract find(slug: string, secretHash: Buffer): Promise<FoundCredential | undefined>;
  abstract deactivate(tx: Tx, keyId: string): Promise<boolean>;
  /** Moves `last_used_at` of many keys forward; an older date changes nothing. */
  abstract markUsed(tx: Tx, uses: ReadonlyMap<string, Date>): Promise<void>;
}

/** API keys as their account manages them. */
export abstract class ApiKeysRepository {
  /** With `most`, throws `TooManyApiKeysError` when the account has that many keys already. */
  abstract insert(tx: Tx, key: NewApiKey, most?: number): Promise<void>;
  /** The newest `limit` keys; of those older than the key `olderThan`, which may be deleted by now. */
  abstract list(accountId: string, limit: number, olderThan?: string): Promise<ManagedKey[]>;
  /** The key, locked against other changes until the transaction ends. */
  abstract lock(tx: Tx, accountId: string, id: string): Promise<ManagedKey | undefined>;
  /** The active keys of a user, locked against other changes until the transaction ends. */
  abstract lockOf(tx: Tx, accountId: string, userId: string): Promise<ManagedKey[]>;
  /** Writes all settings; environment, owner and last characters never change. */
  abstract update(tx: Tx, key: ManagedKey): Promise<void>;
  abstract remove(tx: Tx, accountId: string, id: string): Promise<void>;
}

/** A slow, salted hash of passwords. */
export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
  abstract verify(hash: string, password: string): Promise<boolean>;
}

/** Passwords so common that guessing starts with them. */
export abstract class CommonPasswords {
  abstract has(password: string): boolean;
}

/** The keyed hash under which a key or session token is stored. */
export abstract class KeyHasher {
  abstract hash(key: string): Buffer;
}

/** A user who may sign in, or only once an invitation is accepted. */
export interface FoundUser {
  user: PanelUser;
  passwordHash: string;
  isInvited: boolean;
}

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
export abstract class PanelSessionsRepository {
  /** The user with that address, in any letter case, unless deleted. */
  abstract findUser(email: string): Promise<FoundUser | undefined>;
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
export abstract class UserSessionsRepository {
  /** The `limit` running sessions that were seen last. */
  abstract list(userId: string, limit: number): Promise<ListedSession[]>;
  /** Ends a session of the user; false when the user has no such running session. */
  abstract remove(tx: Tx, userId: string, id: string): Promise<boolean>;
  /** Ends all sessions of the user but one; returns how many were running. */
  abstract removeOthers(tx: Tx, userId: string, keptId: string): Promise<number>;
}

/** The links with which users choose another password. */
export abstract class PasswordResetsRepository {
  /** Takes one of the `MAX_RESET_MAILS` to the address, in any letter case; false when there is none left. */
  abstract takeMail(tx: Tx, email: string): Promise<boolean>;
  /** Keeps a link for that many seconds. One without a user never works. */
  abstract insert(tx: Tx, reset: { tokenHash: Buffer; userId: string | null; seconds: number }): Promise<void>;
  /** The user whose link works. */
  abstract find(tokenHash: Buffer): Promise<{ user: PanelUser; isInvited: boolean } | undefined>;
  /** Uses up all links of the user. */
  abstract forget(tx: Tx, userId: string): Promise<void>;
  /** Uses up a link; false when it does not work any more. */
  abstract consume(tx: Tx, tokenHash: Buffer): Promise<boolean>;
  /** Deletes up to `limit` of what has expired of each kind; returns the greater number. */
  abstract deleteExpired(tx: Tx, limit: number): Promise<number>;
}

/** The password of a user, as the user changes it. */
export abstract class UserPasswords {
  /** Writes the password, which accepts an invitation, uses up the links of the user, and ends all sessions of the user but `keptSessionId`. */
  abstract replace(tx: Tx, userId: string, passwordHash: string, keptSessionId?: string): Promise<void>;
}

/** The second factors of users, with their recovery codes. */
export abstract class SecondFactorsRepository {
  /** Keeps a secret for the user to confirm, in place of an unconfirmed one; false when one is confirmed. */
  abstract begin(tx: Tx, userId: string, sealedSecret: Buffer): Promise<boolean>;
  abstract find(userId: string): Promise<SecondFactor | undefined>;
  /** Confirms the secret with a code of that step; false when it is not the one that waits to be confirmed. */
  abstract confirm(tx: Tx, userId: string, factor: ConfirmedFactor): Promise<boolean>;
  /** Uses up what proves the confirmed factor; false when it was used before, or, for a step, a later one was. */
  abstract use(tx: Tx, userId: string, proof: FactorProof): Promise<boolean>;
  /** Deletes the factor and its recovery codes; false when there was no confirmed one. */
  abstract remove(tx: Tx, userId: string): Promise<boolean>;
}

export interface ConfirmedFactor {
  sealedSecret: Buffer;
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

/** The verdict on one attempt: granted, granted as the last one before the lock, or refused by the lock. */
export type SignInAttempt =
  { outcome: 'granted' | 'last'; addressHash: Buffer } | { outcome: 'locked'; retryAfterSeconds: number };

/**
 * Sign-in attempts by address and place. An attempt counts as failed from the moment it is taken, so that concurrent
 * attempts cannot exceed the limit. A refused one changes nothing.
 */
export abstract class SignInAttempts {
  abstract take(tx: Tx, email: string, place: SignInPlace): Promise<SignInAttempt>;
  /** Takes an attempt back that turned out to be no failure, and leaves earlier failures as they are. */
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
  /** Knows the browser of the user for `DEVICE_SECONDS` from now, and forgets all but the newest `MAX_DEVICES`. */
  abstract remember(tx: Tx, userId: string, tokenHash: Buffer): Promise<string>;
  /** Deletes up to `limit` that are no longer known; returns how many. */
  abstract deleteExpired(tx: Tx, limit: number): Promise<number>;
}

/** Who changed what. Entries are append-only. */
export abstract class AuditLog {
  /** Writes the entry in the transaction of the change, so that neither exists without the other. */
  abstract record(tx: Tx, entry: AuditEntry): Promise<void>;
  /** Writes the entry unless as many of its action about its object were written within an hour. */
  abstract recordUpTo(tx: Tx, mostAnHour: number, entry: AuditEntry): Promise<void>;
}

/** Entries of a file that are read at once. */
const ROWS_OF_A_FILE = 500;

/** What has been recorded, for those who manage the account. */
export abstract class AuditReader {
  /** Entries of the account, newest first. Throws `ValidationError` naming `cursor` for one that it did not issue. */
  abstract list(accountId: string, query: AuditQuery): Promise<Page<AuditRecord>>;

  /** Every entry that `list` has, read page by page. */
  async *every(accountId: string, filter: Omit<AuditQuery, 'cursor' | 'limit'>): AsyncGenerator<AuditRecord, void> {
    let cursor: string | undefined;
    do {
      const page = await this.list(accountId, { ...filter, cursor, limit: ROWS_OF_A_FILE });
      yield* page.items;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
}
