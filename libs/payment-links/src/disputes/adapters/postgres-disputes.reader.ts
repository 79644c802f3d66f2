import { isUuid, timedPage, type Page } from '@app/kernel';
import { Database, inListPart, listPartParameters, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DisputesReader, type DisputeQuery } from '../application/ports';
import type { Dispute } from '../domain/dispute';
import { DISPUTE_COLUMNS, toDispute, type DisputeRow } from './dispute-rows';

const FIND = statement(
  'disputes.find',
  `SELECT ${DISPUTE_COLUMNS} FROM disputes d WHERE d.id = $1 AND d.account_id = $2`,
);

/** The filters drop rows on the way along the index of account, date and id. */
const LIST = statement(
  'disputes.list',
  `SELECT ${DISPUTE_COLUMNS} FROM disputes d
    WHERE ${inListPart('d', 'opened_at')}
      AND ($7::text IS NULL OR d.status = $7) AND ($8::uuid IS NULL OR d.received_payment_id = $8)
    ORDER BY d.opened_at DESC, d.id DESC LIMIT $6`,
);

@Injectable()
export class PostgresDisputesReader extends DisputesReader {
  constructor(private readonly db: Database) {
    super();
  }

  async find(accountId: string, id: string): Promise<Dispute | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.db.read<DisputeRow>(FIND, [id, accountId]);
    return row && toDispute(row);
  }

  async list(accountId: string, query: DisputeQuery): Promise<Page<Dispute>> {
    const { status, paymentId, limit } = query;
    const parameters = [...listPartParameters(accountId, query), status ?? null, paymentId ?? null];
    const rows = await this.db.report<DisputeRow>(LIST, parameters);
    return timedPage(
      rows.map((row) => ({ ...toDispute(row), createdAt: row.opened_at })),
      limit,
    );
  }
}
