import type { Tx } from '@app/kernel';
import { Database, insertUnlessTaken, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Raw, Repository } from 'typeorm';
import { UsersRepository, type NewUser } from '../application/ports';
import { UserEmailTakenError } from '../domain/errors';
import type { ManagedUser } from '../domain/panel-user';
import { PanelSessionEntity } from '../../sign-in/adapters/panel-session.entity';
import { MAX_USER_ADDITIONS, USER_ADDITIONS_SECONDS } from '../../sign-in/domain/sign-in';
import { FORGET_LINKS } from './postgres-password.store';
import { UserEntity } from './user.entity';

// Not FOR UPDATE, which would make every new payment link of the account wait.
const LOCK_ACCOUNT = statement('users.lock-account', `SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE`);

const MARK_INVITED = statement(
  'users.mark-invited',
  `UPDATE users SET invited_at = now() WHERE id = $1 RETURNING invited_at`,
);

const HOUR = `interval '${USER_ADDITIONS_SECONDS} seconds'`;
const RECENT = `ARRAY(SELECT added FROM unnest(u.added_at) AS added WHERE added > now() - ${HOUR})`;

// One statement, so that concurrent requests queue at the account's row and the limit holds for them.
const TAKE_ADDITION = statement(
  'users.take-addition',
  `INSERT INTO user_additions AS u (account_id, added_at) VALUES ($1, ARRAY[now()])
   ON CONFLICT (account_id) DO UPDATE SET added_at = ${RECENT} || now() WHERE cardinality(${RECENT}) < $2`,
);

const NEXT_ADDITION = statement(
  'users.next-addition',
  `SELECT ceil(extract(epoch FROM min(added) + ${HOUR} - now()))::int AS seconds
     FROM user_additions u, unnest(u.added_at) AS added WHERE u.account_id = $1 AND added > now() - ${HOUR}`,
);

@Injectable()
export class PostgresUsersRepository extends UsersRepository {
  constructor(
    @InjectRepository(UserEntity) private readonly users: Repository<UserEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async insert(tx: Tx, user: NewUser): Promise<void> {
    const inserted = await insertUnlessTaken(this.db.manager(tx), UserEntity, {
      ...user,
      permissions: [...user.permissions],
    });
    if (!inserted) throw new UserEmailTakenError();
  }

  async remove(tx: Tx, accountId: string, email: string): Promise<string | undefined> {
    const sameAddress = Raw((column) => `lower(${column}) = lower(:email)`, { email });
    const users = this.db.manager(tx);
    const found = await users.findOneBy(UserEntity, { accountId, email: sameAddress });
    if (!found) return undefined;
    const { affected } = await users.softDelete(UserEntity, { id: found.id });
    return affected === 1 ? found.id : undefined;
  }

  // Ids start with the time of creation, so they sort by it.
  async list(accountId: string, limit: number, olderThan?: string): Promise<ManagedUser[]> {
    const page = olderThan === undefined ? {} : { id: LessThan(olderThan) };
    const found = await this.users.find({ where: { accountId, ...page }, order: { id: 'DESC' }, take: limit });
    return found.map(toManagedUser);
  }

  async lock(tx: Tx, accountId: string): Promise<ManagedUser[]> {
    await this.db.in(tx).query(LOCK_ACCOUNT, [accountId]);
    return (await this.db.manager(tx).findBy(UserEntity, { accountId })).map(toManagedUser);
  }

  async update(tx: Tx, user: ManagedUser, passwordHash?: string): Promise<void> {
    const { id, accountId, permissions, isActive, invitedAt } = user;
    const password = passwordHash === undefined ? {} : { passwordHash };
    const changes = { permissions: [...permissions], isActive, invitedAt, ...password };
    await this.db.manager(tx).update(UserEntity, { id, accountId }, changes);
    await this.db.manager(tx).delete(PanelSessionEntity, { userId: id });
    if (invitedAt === null) await this.db.in(tx).execute(FORGET_LINKS, [id]);
  }

  async markInvited(tx: Tx, id: string): Promise<Date> {
    const [row] = await this.db.in(tx).query<{ invited_at: Date }>(MARK_INVITED, [id]);
    return (row as { invited_at: Date }).invited_at;
  }

  async takeAddition(tx: Tx, accountId: string): Promise<number | undefined> {
    const statements = this.db.in(tx);
    if ((await statements.execute(TAKE_ADDITION, [accountId, MAX_USER_ADDITIONS])) === 1) return undefined;
    const [next] = await statements.query<{ seconds: number | null }>(NEXT_ADDITION, [accountId]);
    return Math.max(1, next?.seconds ?? 1);
  }
}

function toManagedUser(user: UserEntity): ManagedUser {
  const { id, accountId, email, name, permissions, isActive, invitedAt, createdAt } = user;
  return { id, accountId, email, name, permissions, isActive, invitedAt, createdAt };
}
