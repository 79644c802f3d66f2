import { sourceOf, type Tx } from '@app/kernel';
import { Database, keptSince, leastIdAt, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { MailArchive } from '../application/ports';
import { TRANSITIONS } from '../domain/message';

/** Ids are ordered by time, so the primary key finds what is old; the condition on `created_at` decides. */
export const DELETE_OLD = statement(
  'mail-archive.delete-old',
  `DELETE FROM mail_messages WHERE id = ANY (ARRAY(
     SELECT id FROM mail_messages
     WHERE id < ${leastIdAt(keptSince('$1'))} AND created_at < ${keptSince('$1')} AND status <> '${sourceOf(TRANSITIONS, 'send')}'
     ORDER BY id LIMIT $2))`,
);

@Injectable()
export class PostgresMailArchive extends MailArchive {
  constructor(private readonly db: Database) {
    super();
  }

  deleteOld(tx: Tx, olderThanMs: number, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_OLD, [olderThanMs, limit]);
  }
}
