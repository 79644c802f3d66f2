import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PasswordResetsRepository, type LinkedUser } from '../application/ports';
import { MAX_RESET_MAILS, RESET_MAILS_SECONDS } from '../../sign-in/domain/sign-in';
import { FORGET_LINKS } from './postgres-password.store';
import { PANEL_USER_COLUMNS, PANEL_USER_JOINS, toPanelUser, type PanelUserRow } from './panel-user-row';

const HOUR = `interval '${RESET_MAILS_SECONDS} seconds'`;
const RECENT = `ARRAY(SELECT sent FROM unnest(m.sent_at) AS sent WHERE sent > now() - ${HOUR})`;

// One statement, so that requests for one address queue at its row and the limit holds for concurrent ones.
const TAKE_MAIL = statement(
  'password_resets.take-mail',
  `INSERT INTO password_reset_mails AS m (address_hash, sent_at, ends_at)
   VALUES (sha256(convert_to(lower($1), 'UTF8')), ARRAY[now()], now() + ${HOUR})
   ON CONFLICT (address_hash) DO UPDATE SET sent_at = ${RECENT} || now(), ends_at = excluded.ends_at
     WHERE cardinality(${RECENT}) < $2`,
);

const INSERT = statement(
  'password_resets.insert',
  `INSERT INTO password_resets (token_hash, user_id, expires_at)
   VALUES ($1, $2, now() + make_interval(secs => $3))`,
);

const FIND = statement(
  'password_resets.find',
  `SELECT ${PANEL_USER_COLUMNS}, u.invited_at IS NOT NULL AS is_invited FROM password_resets r
     JOIN users u ON u.id = r.user_id AND u.deleted_at IS NULL AND u.is_active ${PANEL_USER_JOINS}
    WHERE r.token_hash = $1 AND r.expires_at > now()`,
);

const CONSUME = statement(
  'password_resets.consume',
  `DELETE FROM password_resets WHERE token_hash = $1 AND expires_at > now() AND user_id IS NOT NULL`,
);

const DELETE_EXPIRED = statement(
  'password_resets.delete-expired',
  `DELETE FROM password_resets WHERE token_hash = ANY (ARRAY(
     SELECT token_hash FROM password_resets WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
   ))`,
);

const DELETE_EXPIRED_MAILS = statement(
  'password_resets.delete-expired-mails',
  `DELETE FROM password_reset_mails WHERE address_hash = ANY (ARRAY(
     SELECT address_hash FROM password_reset_mails WHERE ends_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED
   ))`,
);

@Injectable()
export class PostgresPasswordResetsRepository extends PasswordResetsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async takeMail(tx: Tx, email: string): Promise<boolean> {
    return (await this.db.in(tx).execute(TAKE_MAIL, [email, MAX_RESET_MAILS])) === 1;
  }

  async insert(
    tx: Tx,
    { tokenHash, userId, seconds }: Parameters<PasswordResetsRepository['insert']>[1],
  ): Promise<void> {
    await this.db.in(tx).execute(INSERT, [tokenHash, userId, seconds]);
  }

  async find(tokenHash: Buffer): Promise<LinkedUser | undefined> {
    const [row] = await this.db.read<PanelUserRow & { is_invited: boolean }>(FIND, [tokenHash]);
    return row && { user: toPanelUser(row), isInvited: row.is_invited };
  }

  async forget(tx: Tx, userId: string): Promise<void> {
    await this.db.in(tx).execute(FORGET_LINKS, [userId]);
  }

  async consume(tx: Tx, tokenHash: Buffer): Promise<boolean> {
    return (await this.db.in(tx).execute(CONSUME, [tokenHash])) === 1;
  }

  async deleteExpired(tx: Tx, limit: number): Promise<number> {
    const links = await this.db.in(tx).execute(DELETE_EXPIRED, [limit]);
    return Math.max(links, await this.db.in(tx).execute(DELETE_EXPIRED_MAILS, [limit]));
  }
}
