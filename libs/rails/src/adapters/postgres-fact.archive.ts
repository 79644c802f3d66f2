import { targetOf, type Tx } from '@app/kernel';
import { Database, keptSince, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { FactArchive } from '../application/ports';
import { TRANSITIONS } from '../domain/fact';

export const DELETE_SETTLED = statement(
  'fact-archive.delete-settled',
  `WITH old AS (
     SELECT provider, notification_id FROM provider_notifications
      WHERE status = '${targetOf(TRANSITIONS, 'settle')}' AND NOT is_kept AND settled_at < ${keptSince('$1')}
      ORDER BY settled_at LIMIT $2
   )
   DELETE FROM provider_notifications n USING old
    WHERE n.provider = old.provider AND n.notification_id = old.notification_id`,
);

@Injectable()
export class PostgresFactArchive extends FactArchive {
  constructor(private readonly db: Database) {
    super();
  }

  deleteSettled(tx: Tx, settledForMs: number, limit: number): Promise<number> {
    return this.db.in(tx).execute(DELETE_SETTLED, [settledForMs, limit]);
  }
}
