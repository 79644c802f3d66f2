import { newId, type Clock, type Tx } from '@app/kernel';
import { SessionsRepository, type NewSession } from '../sign-in/application/ports';
import {
  FRESH_SECONDS,
  IDLE_SECONDS,
  SEEN_EVERY_SECONDS,
  SESSION_SECONDS,
  type FoundSession,
  type ListedSession,
  type PanelSession,
  type SessionKind,
} from '../sign-in/domain/sign-in';
import type { InMemoryPeople } from './in-memory-people';

export interface StoredSession extends ListedSession, Omit<PanelSession, 'isFresh'> {
  userId: string;
  /** How often all sessions of the user had been ended when it began. */
  ended: number;
}

/** Keeps sessions in a map, beside the users and accounts that they belong to. */
export class InMemorySessionsRepository extends SessionsRepository {
  readonly sessions = new Map<string, StoredSession>();

  constructor(
    private readonly people: InMemoryPeople,
    private readonly clock: Clock,
  ) {
    super();
  }

  async insert(
    _tx: Tx,
    { tokenHash, userId, kind, userAgent, address, deviceId = null }: NewSession,
  ): Promise<PanelSession> {
    const session = {
      id: newId(),
      userId,
      userAgent,
      address,
      createdAt: this.clock.now(),
      lastSeenAt: this.clock.now(),
      expiresAt: this.in(SESSION_SECONDS),
      deviceId,
      freshUntil: this.in(FRESH_SECONDS),
      idleExpiresAt: kind === 'cookie' ? this.in(IDLE_SECONDS) : null,
      ended: this.people.sessionsEnded(userId),
    };
    this.sessions.set(tokenHash.toString('hex'), session);
    return this.sessionOf(session);
  }

  async find(tokenHash: Buffer, kind: SessionKind): Promise<FoundSession | undefined> {
    const session = this.sessions.get(tokenHash.toString('hex'));
    if (!session || !this.isRunning(session) || (session.idleExpiresAt !== null) !== (kind === 'cookie'))
      return undefined;
    const user = this.people.find(({ id, sessionsEnded }) => id === session.userId && sessionsEnded === session.ended);
    const isDue = session.lastSeenAt <= this.in(-SEEN_EVERY_SECONDS);
    return user && { user: this.people.panelUser(user), session: this.sessionOf(session), isDue };
  }

  async markSeen(_tx: Tx, id: string): Promise<PanelSession | undefined> {
    const session = [...this.sessions.values()].find((each) => each.id === id && this.isRunning(each));
    if (!session) return undefined;
    session.lastSeenAt = this.clock.now();
    if (session.idleExpiresAt) session.idleExpiresAt = this.in(IDLE_SECONDS);
    return this.sessionOf(session);
  }

  async confirm(_tx: Tx, id: string): Promise<PanelSession | undefined> {
    const session = [...this.sessions.values()].find((each) => each.id === id && this.isRunning(each));
    if (session) session.freshUntil = this.in(FRESH_SECONDS);
    return session && this.sessionOf(session);
  }

  async deleteExpired(_tx: Tx, limit: number): Promise<number> {
    const ended = [...this.sessions].filter(([, { expiresAt }]) => expiresAt <= this.clock.now()).slice(0, limit);
    for (const [key] of ended) this.sessions.delete(key);
    return ended.length;
  }

  /** Whether it has neither expired nor been ended with all others of its user. */
  isRunning({ expiresAt, idleExpiresAt, userId, ended }: StoredSession): boolean {
    const now = this.clock.now();
    return expiresAt > now && (idleExpiresAt ?? expiresAt) > now && ended === this.people.sessionsEnded(userId);
  }

  private sessionOf({ id, expiresAt, idleExpiresAt, freshUntil, deviceId }: StoredSession): PanelSession {
    return { id, expiresAt, idleExpiresAt, freshUntil, isFresh: freshUntil > this.clock.now(), deviceId };
  }

  private in(seconds: number): Date {
    return new Date(this.clock.now().getTime() + seconds * 1_000);
  }
}
