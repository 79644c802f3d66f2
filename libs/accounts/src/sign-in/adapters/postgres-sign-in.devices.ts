import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { SignInDevices } from '../application/ports';
import { DEVICE_SECONDS, MAX_DEVICES } from '../domain/sign-in';

const FIND = statement(
  'sign_in_devices.find',
  `SELECT d.id FROM sign_in_devices d JOIN users u ON u.id = d.user_id AND u.deleted_at IS NULL AND u.is_active
    WHERE d.token_hash = $2 AND d.expires_at > now() AND lower(u.email) = lower($1)`,
);

const REMEMBER = statement(
  'sign_in_devices.remember',
  `INSERT INTO sign_in_devices AS d (user_id, token_hash, expires_at)
   VALUES ($1, $2, now() + interval '${DEVICE_SECONDS} seconds')
   ON CONFLICT (token_hash) DO UPDATE SET expires_at = excluded.expires_at
   RETURNING d.id`,
);

const FORGET_OLDEST = statement(
  'sign_in_devices.forget-oldest',
  `DELETE FROM sign_in_devices WHERE id = ANY (ARRAY(
     SELECT id FROM sign_in_devices WHERE user_id = $1 ORDER BY expires_at DESC, id OFFSET ${MAX_DEVICES}
   ))`,
);

const DELETE_EXPIRED = statement(
  'sign_in_devices.delete-expired',
  `DELETE FROM sign_in_devices WHERE id = ANY (ARRAY(
     SELECT id FROM sign_in_devices WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
   ))`,
);

@Injectable()
export class PostgresSignInDevices extends SignInDevices {
  constructor(private readonly db: Database) {
    super();
  }

  async find(email: string, tokenHash: Buffer): Promise<string | undefined> {
    const [row] = await this.db.read<{ id: string }>(FIND, [email, tokenHash]);
    return row?.id;
  }

  async remember(tx: Tx, userId: string, tokenHash: Buffer): Promise<string> {
    const statements = this.db.in(tx);
    const [row] = await statements.query<{ id: string }>(REMEMBER, [userId, tokenHash]);
    await statements.execute(FORGET_OLDEST, [userId]);
    return (row as { id: string }).id;
  }

  deleteExpired(tx: Tx, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_EXPIRED, [limit]);
  }
}
