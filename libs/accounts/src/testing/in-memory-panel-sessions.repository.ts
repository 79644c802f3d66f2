import type { Clock, Tx } from '@app/kernel';
import { PanelSessionsRepository, type NewUser } from '../application/ports';
import type { PanelUser } from '../domain/panel-user';
import { SESSION_SECONDS } from '../domain/sign-in';
import type { InMemoryAccountsRepository } from './in-memory-accounts.repository';
import type { InMemoryUsersRepository, StoredUser } from './in-memory-users.repository';

/** Keeps sessions in a map, beside the users and accounts that they belong to. */
export class InMemoryPanelSessionsRepository extends PanelSessionsRepository {
  readonly sessions = new Map<string, { userId: string; expiresAt: Date; ended: number }>();

  constructor(
    private readonly accounts: InMemoryAccountsRepository,
    private readonly users: InMemoryUsersRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async findUser(email: string): Promise<{ user: PanelUser; passwordHash: string } | undefined> {
    const found = this.present(({ email: other }) => other.toLowerCase() === email.toLowerCase());
    return found && { user: this.panelUser(found), passwordHash: found.passwordHash };
  }

  async insert(_tx: Tx, { tokenHash, userId }: { tokenHash: Buffer; userId: string }): Promise<Date> {
    const expiresAt = new Date(this.clock.now().getTime() + SESSION_SECONDS * 1_000);
    const ended = this.users.users.get(userId)?.sessionsEnded ?? 0;
    this.sessions.set(tokenHash.toString('hex'), { userId, expiresAt, ended });
    return expiresAt;
  }

  async find(tokenHash: Buffer): Promise<PanelUser | undefined> {
    const session = this.sessions.get(tokenHash.toString('hex'));
    if (!session || session.expiresAt <= this.clock.now()) return undefined;
    const user = this.present(({ id, sessionsEnded }) => id === session.userId && sessionsEnded === session.ended);
    return user && this.panelUser(user);
  }

  async remove(_tx: Tx, tokenHash: Buffer): Promise<void> {
    this.sessions.delete(tokenHash.toString('hex'));
  }

  async deleteExpired(_tx: Tx, limit: number): Promise<number> {
    const ended = [...this.sessions].filter(([, { expiresAt }]) => expiresAt <= this.clock.now()).slice(0, limit);
    for (const [key] of ended) this.sessions.delete(key);
    return ended.length;
  }

  private present(wanted: (user: StoredUser) => boolean): StoredUser | undefined {
    return [...this.users.users.values()].find((user) => !user.deleted && user.isActive && wanted(user));
  }

  private panelUser({ id, email, permissions, accountId }: NewUser): PanelUser {
    const account = this.accounts.accounts.get(accountId);
    if (!account) throw new Error('the user has no account');
    return { id, email, permissions, account };
  }
}
