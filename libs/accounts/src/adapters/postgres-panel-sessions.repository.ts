import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { PanelSessionsRepository } from '../application/ports';
import type { PanelUser } from '../domain/panel-user';
import { SESSION_SECONDS } from '../domain/sign-in';
import { ACCOUNT_COLUMNS, toAccount, type AccountRow } from './account-row';
import { PanelSessionEntity } from './panel-session.entity';
import { UserEntity } from './user.entity';

interface PanelUserRow extends AccountRow {
  user_id: string;
  user_email: string;
  permissions: string[];
}

// Every request to the panel API runs it: one prepared statement.
const FIND = statement(
  'panel_sessions.find',
  `SELECT ${ACCOUNT_COLUMNS}, u.id AS user_id, u.email AS user_email, u.permissions
     FROM panel_sessions s
     JOIN users u ON u.id = s.user_id AND u.deleted_at IS NULL AND u.is_active
     JOIN accounts a ON a.id = u.account_id
    WHERE s.token_hash = $1 AND s.expires_at > now()`,
);

const DELETE_EXPIRED = statement(
  'panel_sessions.delete-expired',
  `DELETE FROM panel_sessions WHERE token_hash = ANY (ARRAY(
     SELECT token_hash FROM panel_sessions WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
   ))`,
);

@Injectable()
export class PostgresPanelSessionsRepository extends PanelSessionsRepository {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async findUser(email: string): Promise<{ user: PanelUser; passwordHash: string } | undefined> {
    const user = await this.users
      .createQueryBuilder('user')
      .innerJoinAndSelect('user.account', 'account')
      .addSelect('user.passwordHash')
      .where('lower(user.email) = lower(:email)', { email })
      .andWhere('user.isActive')
      .getOne();
    if (!user) return undefined;
    const { id, permissions, account, passwordHash } = user;
    return { user: { id, email: user.email, permissions, account }, passwordHash };
  }

  async insert(tx: Tx, session: { tokenHash: Buffer; userId: string }): Promise<Date> {
    const expiresAt = () => `now() + interval '${SESSION_SECONDS} seconds'`;
    const { generatedMaps } = await this.db
      .manager(tx)
      .createQueryBuilder()
      .insert()
      .into(PanelSessionEntity)
      .values({ ...session, expiresAt })
      .returning(['expiresAt'])
      .execute();
    return (generatedMaps[0] as PanelSessionEntity).expiresAt;
  }

  async find(tokenHash: Buffer): Promise<PanelUser | undefined> {
    const [row] = await this.db.read<PanelUserRow>(FIND, [tokenHash]);
    return row && { id: row.user_id, email: row.user_email, permissions: row.permissions, account: toAccount(row) };
  }

  async remove(tx: Tx, tokenHash: Buffer): Promise<void> {
    await this.db.manager(tx).delete(PanelSessionEntity, { tokenHash });
  }

  deleteExpired(tx: Tx, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_EXPIRED, [limit]);
  }
}
