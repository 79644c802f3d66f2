import type { Tx } from '@app/kernel';
import { UsersRepository, type NewUser } from '../application/ports';
import { UserEmailTakenError } from '../domain/errors';

/** Keeps users in a map, deleted ones too; a rolled-back transaction is not undone. */
export class InMemoryUsersRepository extends UsersRepository {
  readonly users = new Map<string, NewUser & { deleted: boolean }>();

  async insert(_tx: Tx, user: NewUser): Promise<void> {
    if (this.present(user.email)) throw new UserEmailTakenError();
    this.users.set(user.id, { ...user, deleted: false });
  }

  async remove(_tx: Tx, accountId: string, email: string): Promise<boolean> {
    const user = this.present(email);
    if (user?.accountId !== accountId) return false;
    user.deleted = true;
    return true;
  }

  private present(email: string) {
    return [...this.users.values()].find((user) => !user.deleted && user.email.toLowerCase() === email.toLowerCase());
  }
}
