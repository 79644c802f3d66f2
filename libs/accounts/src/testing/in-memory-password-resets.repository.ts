import type { Clock, Tx } from '@app/kernel';
import { PasswordResetsRepository } from '../users/application/ports';
import type { PanelUser } from '../users/domain/panel-user';
import { MAX_RESET_MAILS, RESET_MAILS_SECONDS } from '../sign-in/domain/sign-in';
import type { InMemoryPeople } from './in-memory-people';

interface StoredReset {
  userId: string | null;
  expiresAt: number;
  /** How often all sessions of the user had been ended: what ends them uses up the links too. */
  ended: number;
}

/** Keeps links and counted mails in maps. */
export class InMemoryPasswordResetsRepository extends PasswordResetsRepository {
  readonly resets = new Map<string, StoredReset>();
  private readonly mails = new Map<string, number[]>();

  constructor(
    private readonly people: InMemoryPeople,
    private readonly clock: Clock,
  ) {
    super();
  }

  async takeMail(_tx: Tx, email: string): Promise<boolean> {
    const recent = this.recent(this.mails.get(email.toLowerCase()) ?? []);
    if (recent.length >= MAX_RESET_MAILS) return false;
    this.mails.set(email.toLowerCase(), [...recent, this.now]);
    return true;
  }

  async insert(
    _tx: Tx,
    { tokenHash, userId, seconds }: Parameters<PasswordResetsRepository['insert']>[1],
  ): Promise<void> {
    const ended = userId === null ? 0 : this.people.sessionsEnded(userId);
    this.resets.set(tokenHash.toString('hex'), { userId, expiresAt: this.now + seconds * 1_000, ended });
  }

  async find(tokenHash: Buffer): Promise<{ user: PanelUser; isInvited: boolean } | undefined> {
    const reset = this.resets.get(tokenHash.toString('hex'));
    if (!reset || reset.expiresAt <= this.now) return undefined;
    const user = this.people.find(({ id, sessionsEnded }) => id === reset.userId && sessionsEnded === reset.ended);
    return user && { user: this.people.panelUser(user), isInvited: user.invitedAt !== null };
  }

  async consume(_tx: Tx, tokenHash: Buffer): Promise<boolean> {
    const works = (await this.find(tokenHash)) !== undefined;
    if (works) this.resets.delete(tokenHash.toString('hex'));
    return works;
  }

  async deleteExpired(_tx: Tx, limit: number): Promise<number> {
    const links = [...this.resets].filter(([, { expiresAt }]) => expiresAt <= this.now).slice(0, limit);
    for (const [key] of links) this.resets.delete(key);
    const mails = [...this.mails].filter(([, sent]) => this.recent(sent).length === 0).slice(0, limit);
    for (const [key] of mails) this.mails.delete(key);
    return Math.max(links.length, mails.length);
  }

  async forget(_tx: Tx, userId: string): Promise<void> {
    for (const [key, reset] of this.resets) if (reset.userId === userId) this.resets.delete(key);
  }

  private get now(): number {
    return this.clock.now().getTime();
  }

  private recent(sent: readonly number[]): number[] {
    return sent.filter((at) => at > this.now - RESET_MAILS_SECONDS * 1_000);
  }
}
