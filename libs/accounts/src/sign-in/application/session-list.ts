import { UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/domain/audit';
import { SessionNotFoundError } from '../domain/errors';
import type { PanelUser } from '../../users/domain/panel-user';
import type { ListedSession } from '../domain/sign-in';
import { AuditLog } from '../../audit/application/ports';
import { SessionListRepository } from './ports';

/** How many sessions are listed: more than a person can look through. */
const LISTED = 100;

/** The sessions of a user, who lists and ends them. */
@Injectable()
export class SessionList {
  constructor(
    private readonly sessions: SessionListRepository,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /** Those seen last first. */
  list(user: PanelUser): Promise<ListedSession[]> {
    return this.sessions.list(user.id, LISTED);
  }

  /** Ends the session that the user is in. */
  async signOut(user: PanelUser, id: string): Promise<void> {
    await this.uow.once((tx) => this.sessions.remove(tx, user.id, id));
  }

  /** Ends a session of the user. Throws `SessionNotFoundError`. */
  async end(user: PanelUser, by: Actor, id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      if (!(await this.sessions.remove(tx, user.id, id))) throw new SessionNotFoundError();
      await this.audit.record(tx, {
        actor: by,
        action: 'session.ended',
        object: { type: 'session', id },
        accountId: user.account.id,
      });
    });
  }

  /** Ends all sessions of the user but the one that they are in; returns how many. */
  async endOthers(user: PanelUser, by: Actor, currentId: string): Promise<number> {
    return this.uow.run(async (tx) => {
      const ended = await this.sessions.removeOthers(tx, user.id, currentId);
      if (ended > 0) {
        await this.audit.record(tx, {
          actor: by,
          action: 'session.others_ended',
          object: { type: 'user', id: user.id },
          accountId: user.account.id,
          details: { ended },
        });
      }
      return ended;
    });
  }
}
