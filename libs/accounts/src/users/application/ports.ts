import type { Tx } from '@app/kernel';
import type { ManagedUser, PanelUser } from '../domain/panel-user';

/** A user as first stored. */
export interface NewUser {
  id: string;
  accountId: string;
  email: string;
  name?: string | null | undefined;
  passwordHash: string;
  permissions: readonly string[];
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

/** A slow, salted hash of passwords. */
export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
  abstract verify(hash: string, password: string): Promise<boolean>;
}

/** Passwords so common that guessing starts with them. */
export abstract class CommonPasswords {
  abstract has(password: string): boolean;
}

/** A user whom a link lets choose a password. */
export interface LinkedUser {
  user: PanelUser;
  /** By an invitation, which the user has not accepted yet. */
  isInvited: boolean;
}

/** The links with which users choose a password. */
export abstract class PasswordResetsRepository {
  /** Takes one of the `MAX_RESET_MAILS` to the address, in any letter case; false when there is none left. */
  abstract takeMail(tx: Tx, email: string): Promise<boolean>;
  /** Stores a link that works for that many seconds. One without a user never works. */
  abstract insert(tx: Tx, reset: { tokenHash: Buffer; userId: string | null; seconds: number }): Promise<void>;
  /** The user whose link works. */
  abstract find(tokenHash: Buffer): Promise<LinkedUser | undefined>;
  /** Uses up all links of the user. */
  abstract forget(tx: Tx, userId: string): Promise<void>;
  /** Uses up a link; false when it does not work any more. */
  abstract consume(tx: Tx, tokenHash: Buffer): Promise<boolean>;
  /** Deletes up to `limit` of what has expired of each kind; returns the greater number. */
  abstract deleteExpired(tx: Tx, limit: number): Promise<number>;
}

/** A user who may sign in, or only once an invitation is accepted. */
export interface FoundUser extends LinkedUser {
  passwordHash: string;
}

/** The passwords of users, as they prove and change them. */
export abstract class PasswordStore {
  /** The active user with that address, in any letter case, unless deleted. */
  abstract find(email: string): Promise<FoundUser | undefined>;
  /** Writes the password, which accepts an invitation, uses up the links of the user, and ends all sessions of the user but `keptSessionId`. */
  abstract replace(tx: Tx, userId: string, passwordHash: string, keptSessionId?: string): Promise<void>;
}
