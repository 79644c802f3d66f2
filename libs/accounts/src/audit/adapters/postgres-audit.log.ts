import type { Tx } from '@app/kernel';
import { Columns, Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../application/ports';
import type { AuditEntry } from '../domain/audit';

const ENTRIES = Columns.of<AuditEntry>()({
  actor_type: ['text', ({ actor }) => actor.type],
  actor: ['text', ({ actor }) => actor.name],
  action: ['text', ({ action }) => action],
  object_type: ['text', ({ object }) => object.type],
  object_id: ['text', ({ object }) => object.id],
  account_id: ['uuid', ({ accountId }) => accountId ?? null],
  from_address: ['text', ({ actor }) => actor.fromAddress ?? null],
  request_id: ['text', ({ actor }) => actor.requestId ?? null],
  details: ['jsonb', ({ details }) => details ?? {}],
});

const INSERT = statement(
  'audit_log.insert',
  `INSERT INTO audit_log (${ENTRIES.names}) SELECT ${ENTRIES.names} FROM ${ENTRIES.rows('e')}`,
);

/** Uses the index of the account's entries by time. */
const INSERT_UP_TO = statement(
  'audit_log.insert-up-to',
  `INSERT INTO audit_log (${ENTRIES.names}) SELECT ${ENTRIES.values}
    WHERE $${ENTRIES.count + 1}::int > (SELECT count(*) FROM audit_log a
                       WHERE a.account_id = ${ENTRIES.parameter('account_id')} AND a.at > now() - interval '1 hour'
                         AND a.action = ${ENTRIES.parameter('action')}
                         AND a.object_type = ${ENTRIES.parameter('object_type')}
                         AND a.object_id = ${ENTRIES.parameter('object_id')})`,
);

@Injectable()
export class PostgresAuditLog extends AuditLog {
  constructor(private readonly db: Database) {
    super();
  }

  async record(tx: Tx, ...entries: readonly AuditEntry[]): Promise<void> {
    await this.db.in(tx).execute(INSERT, ENTRIES.arraysOf(entries));
  }

  async recordUpTo(tx: Tx, mostAnHour: number, entry: AuditEntry): Promise<void> {
    await this.db.in(tx).execute(INSERT_UP_TO, [...ENTRIES.parametersOf(entry), mostAnHour]);
  }
}
