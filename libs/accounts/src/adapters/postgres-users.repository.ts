import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { UsersRepository, type NewUser } from '../application/ports';
import { UserEmailTakenError } from '../domain/errors';

const INSERT = statement(
  'users.insert',
  `INSERT INTO users (id, account_id, email, password_hash, permissions) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (lower(email)) WHERE deleted_at IS NULL DO NOTHING`,
);

const REMOVE = statement(
  'users.remove',
  `UPDATE users SET deleted_at = now() WHERE account_id = $1 AND lower(email) = lower($2) AND deleted_at IS NULL`,
);

@Injectable()
export class PostgresUsersRepository extends UsersRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async insert(tx: Tx, user: NewUser): Promise<void> {
    const written = await this.db
      .in(tx)
      .execute(INSERT, [user.id, user.accountId, user.email, user.passwordHash, user.permissions]);
    if (written === 0) throw new UserEmailTakenError();
  }

  async remove(tx: Tx, accountId: string, email: string): Promise<boolean> {
    return (await this.db.in(tx).execute(REMOVE, [accountId, email])) > 0;
  }
}
