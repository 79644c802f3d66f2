import type { Tx } from '@app/kernel';
import { Database, insertUnlessTaken } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { UsersRepository, type NewUser } from '../application/ports';
import { UserEmailTakenError } from '../domain/errors';
import { UserEntity } from './user.entity';

@Injectable()
export class PostgresUsersRepository extends UsersRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async insert(tx: Tx, user: NewUser): Promise<void> {
    const inserted = await insertUnlessTaken(this.db.manager(tx), UserEntity, {
      ...user,
      permissions: [...user.permissions],
    });
    if (!inserted) throw new UserEmailTakenError();
  }

  async remove(tx: Tx, accountId: string, email: string): Promise<boolean> {
    const sameAddress = Raw((column) => `lower(${column}) = lower(:email)`, { email });
    const { affected } = await this.db.manager(tx).softDelete(UserEntity, { accountId, email: sameAddress });
    return affected === 1;
  }
}
