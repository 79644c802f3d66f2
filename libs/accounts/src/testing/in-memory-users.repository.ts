import type { Tx } from '@app/kernel';
import { UsersRepository, type NewUser } from '../users/application/ports';
import { UserEmailTakenError } from '../users/domain/errors';
import type { ManagedUser } from '../users/domain/panel-user';
import { MAX_USER_ADDITIONS, USER_ADDITIONS_SECONDS } from '../sign-in/domain/sign-in';

export interface StoredUser extends NewUser {
  invitedAt: Date | null;
  isActive: boolean;
  deleted: boolean;
  /** How often all sessions of the user were ended. */
  sessionsEnded: number;
}

/** Keeps users in a map, deleted ones too; a rolled-back transaction is not undone. */
export class InMemoryUsersRepository extends UsersRepository {
  readonly users = new Map<string, StoredUser>();
  private readonly additions = new Map<string, number>();

  async insert(_tx: Tx, user: NewUser): Promise<void> {
    if (this.present(user.email)) throw new UserEmailTakenError();
    this.users.set(user.id, { ...user, invitedAt: null, isActive: true, deleted: false, sessionsEnded: 0 });
  }

  async remove(_tx: Tx, accountId: string, email: string): Promise<string | undefined> {
    const user = this.present(email);
    if (user?.accountId !== accountId) return undefined;
    user.deleted = true;
    return user.id;
  }

  async list(accountId: string, limit: number, olderThan?: string): Promise<ManagedUser[]> {
    return this.of(accountId)
      .filter(({ id }) => olderThan === undefined || id < olderThan)
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, limit);
  }

  async lock(_tx: Tx, accountId: string): Promise<ManagedUser[]> {
    return this.of(accountId);
  }

  async update(_tx: Tx, { id, permissions, isActive, invitedAt }: ManagedUser, passwordHash?: string): Promise<void> {
    const user = this.users.get(id);
    if (!user) return;
    Object.assign(user, { permissions, isActive, invitedAt }, passwordHash !== undefined && { passwordHash });
    user.sessionsEnded += 1;
  }

  async markInvited(_tx: Tx, id: string): Promise<Date> {
    const invitedAt = new Date();
    Object.assign(this.users.get(id) ?? {}, { invitedAt });
    return invitedAt;
  }

  /** Counts without an hour that passes. */
  async takeAddition(_tx: Tx, accountId: string): Promise<number | undefined> {
    const before = this.additions.get(accountId) ?? 0;
    if (before >= MAX_USER_ADDITIONS) return USER_ADDITIONS_SECONDS;
    this.additions.set(accountId, before + 1);
    return undefined;
  }

  private of(accountId: string): ManagedUser[] {
    return [...this.users.values()].filter((user) => user.accountId === accountId && !user.deleted).map(toManagedUser);
  }

  private present(email: string) {
    return [...this.users.values()].find((user) => !user.deleted && user.email.toLowerCase() === email.toLowerCase());
  }
}

function toManagedUser({
  id,
  accountId,
  email,
  name = null,
  permissions,
  isActive,
  invitedAt,
}: StoredUser): ManagedUser {
  // An id starts with the milliseconds of its creation.
  const createdAt = new Date(parseInt(id.replace('-', '').slice(0, 12), 16));
  return { id, accountId, email, name, permissions, isActive, invitedAt, createdAt };
}
