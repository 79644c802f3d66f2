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

@Injectable()
export class PostgresAuditLog extends AuditLog {
  constructor(private readonly db: Database) {
    super();
  }

  async record(tx: Tx, { actor, action, object, accountId, details }: AuditEntry): Promise<void> {
    await this.db
      .in(tx)
      .execute(INSERT, [
        actor.type,
        actor.name,
        action,
        object.type,
        object.id,
        accountId,
        actor.fromAddress,
        actor.requestId,
        JSON.stringify(details ?? {}),
      ]);
  }
}
