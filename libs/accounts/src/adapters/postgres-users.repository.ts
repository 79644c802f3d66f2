import type { Tx } from '@app/kernel';
import { Database, insertUnlessTaken, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThan, Raw, Repository } from 'typeorm';
import { UsersRepository, type NewUser } from '../application/ports';
import { UserEmailTakenError } from '../domain/errors';
import type { ManagedUser } from '../domain/panel-user';
import { PanelSessionEntity } from './panel-session.entity';
import { FORGET_LINKS } from './postgres-user.passwords';
import { UserEntity } from './user.entity';

// Not FOR UPDATE, which would make every new payment link of the account wait.
const LOCK_ACCOUNT = statement('users.lock-account', `SELECT id FROM accounts WHERE id = $1 FOR NO KEY UPDATE`);

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

  async update(tx: Tx, { id, accountId, permissions, isActive }: ManagedUser, passwordHash?: string): Promise<void> {
    const password = passwordHash === undefined ? {} : { passwordHash };
    const changes = { permissions: [...permissions], isActive, ...password };
    await this.db.manager(tx).update(UserEntity, { id, accountId }, changes);
    await this.db.manager(tx).delete(PanelSessionEntity, { userId: id });
    await this.db.in(tx).execute(FORGET_LINKS, [id]);
  }
}

function toManagedUser({ id, accountId, email, permissions, isActive, createdAt }: UserEntity): ManagedUser {
  return { id, accountId, email, permissions, isActive, createdAt };
}
