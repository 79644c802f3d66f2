import type { Tx } from '@app/kernel';
import { PasswordStore, type FoundUser } from '../users/application/ports';
import { SessionListRepository } from '../sign-in/application/ports';
import type { ListedSession } from '../sign-in/domain/sign-in';
import type { InMemorySessionsRepository, StoredSession } from './in-memory-sessions.repository';
import type { InMemoryPasswordResetsRepository } from './in-memory-password-resets.repository';
import type { InMemoryPeople } from './in-memory-people';

/** Over the map of the sessions. */
export class InMemorySessionListRepository extends SessionListRepository {
  constructor(private readonly store: InMemorySessionsRepository) {
    super();
  }

  async list(userId: string, limit: number): Promise<ListedSession[]> {
    return this.of(userId, () => true)
      .map(([, { id, createdAt, lastSeenAt, expiresAt, userAgent, address }]) => ({
        id,
        createdAt,
        lastSeenAt,
        expiresAt,
        userAgent,
        address,
      }))
      .sort((one, other) => other.lastSeenAt.getTime() - one.lastSeenAt.getTime())
      .slice(0, limit);
  }

  async remove(_tx: Tx, userId: string, id: string): Promise<boolean> {
    return this.end(userId, (session) => session.id === id) === 1;
  }

  async removeOthers(_tx: Tx, userId: string, keptId: string): Promise<number> {
    return this.end(userId, (session) => session.id !== keptId);
  }

  private end(userId: string, wanted: (session: StoredSession) => boolean): number {
    const ended = this.of(userId, wanted);
    for (const [key] of ended) this.store.sessions.delete(key);
    return ended.length;
  }

  private of(userId: string, wanted: (session: StoredSession) => boolean) {
    return [...this.store.sessions].filter(
      ([, session]) => session.userId === userId && this.store.isRunning(session) && wanted(session),
    );
  }
}

/** Over the maps of users, sessions and links. */
export class InMemoryUserPasswords extends PasswordStore {
  constructor(
    private readonly people: InMemoryPeople,
    private readonly store: InMemorySessionsRepository,
    private readonly resets: InMemoryPasswordResetsRepository,
  ) {
    super();
  }

  async find(email: string): Promise<FoundUser | undefined> {
    const found = this.people.find(({ email: other }) => other.toLowerCase() === email.toLowerCase());
    return (
      found && {
        user: this.people.panelUser(found),
        passwordHash: found.passwordHash,
        isInvited: found.invitedAt !== null,
      }
    );
  }

  async replace(tx: Tx, userId: string, passwordHash: string, keptSessionId?: string): Promise<void> {
    this.people.setPassword(userId, passwordHash);
    await this.resets.forget(tx, userId);
    for (const [key, session] of this.store.sessions) {
      if (session.userId === userId && session.id !== keptSessionId) this.store.sessions.delete(key);
    }
  }
}
