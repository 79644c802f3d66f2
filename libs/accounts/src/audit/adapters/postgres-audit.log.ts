import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../application/ports';
import type { AuditEntry } from '../domain/audit';

const INSERT = statement(
  'audit_log.insert',
  `INSERT INTO audit_log (actor_type, actor, action, object_type, object_id, account_id, from_address, request_id, details)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** Uses the index of the account's entries by time. */
const INSERT_UP_TO = statement(
  'audit_log.insert-up-to',
  `INSERT INTO audit_log (actor_type, actor, action, object_type, object_id, account_id, from_address, request_id, details)
   SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::uuid, $7::text, $8::text, $9::jsonb
    WHERE $10::int > (SELECT count(*) FROM audit_log a
                       WHERE a.account_id = $6 AND a.at > now() - interval '1 hour'
                         AND a.action = $3 AND a.object_type = $4 AND a.object_id = $5)`,
);

@Injectable()
export class PostgresAuditLog extends AuditLog {
  constructor(private readonly db: Database) {
    super();
  }

  async record(tx: Tx, entry: AuditEntry): Promise<void> {
    await this.db.in(tx).execute(INSERT, parametersOf(entry));
  }

  async recordUpTo(tx: Tx, mostAnHour: number, entry: AuditEntry): Promise<void> {
    await this.db.in(tx).execute(INSERT_UP_TO, [...parametersOf(entry), mostAnHour]);
  }
}

function parametersOf({ actor, action, object, accountId, details }: AuditEntry) {
  return [
    actor.type,
    actor.name,
    action,
    object.type,
    object.id,
    accountId,
    actor.fromAddress,
    actor.requestId,
    JSON.stringify(details ?? {}),
  ];
}
