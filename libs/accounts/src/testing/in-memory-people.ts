import type { PanelUser } from '../users/domain/panel-user';
import type { InMemoryAccountsRepository } from './in-memory-accounts.repository';
import type { InMemorySecondFactorsRepository } from './in-memory-second-factors.repository';
import type { InMemoryUsersRepository, StoredUser } from './in-memory-users.repository';

/** Users with their accounts and second factors, as joins find them. */
export class InMemoryPeople {
  constructor(
    private readonly accounts: InMemoryAccountsRepository,
    private readonly users: InMemoryUsersRepository,
    private readonly factors: InMemorySecondFactorsRepository,
  ) {}

  /** The user who may sign in. */
  find(wanted: (user: StoredUser) => boolean): StoredUser | undefined {
    return [...this.users.users.values()].find((user) => !user.deleted && user.isActive && wanted(user));
  }

  panelUser({ id, email, permissions, accountId }: StoredUser): PanelUser {
    const account = this.accounts.accounts.get(accountId);
    if (!account) throw new Error('the user has no account');
    const secondFactor = this.factors.factors.get(id)?.isConfirmed ?? false;
    return { id, email, permissions, secondFactor, account };
  }

  sessionsEnded(userId: string): number {
    return this.users.users.get(userId)?.sessionsEnded ?? 0;
  }

  setPassword(userId: string, passwordHash: string): void {
    const user = this.users.users.get(userId);
    if (user) Object.assign(user, { passwordHash, invitedAt: null });
  }
}
