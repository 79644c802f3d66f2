import { isUuid, timedPage, timedPosition, type Page } from '@app/kernel';
import { Database, statement } from '@app/platform';
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
    WHERE d.account_id = $1 AND d.opened_at >= $2::timestamptz AND d.opened_at < $3::timestamptz
      AND (d.opened_at, d.id) < ($4::timestamptz, $5::uuid)
      AND ($7::text IS NULL OR d.status = $7) AND ($8::uuid IS NULL OR d.received_payment_id = $8)
    ORDER BY d.opened_at DESC, d.id DESC LIMIT $6`,
);

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

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
    const { status, paymentId, since, until, cursor, limit } = query;
    const position = cursor === undefined ? undefined : timedPosition(cursor);
    const rows = await this.db.report<DisputeRow>(LIST, [
      accountId,
      since?.toISOString() ?? '-infinity',
      until?.toISOString() ?? 'infinity',
      position?.createdAt.toISOString() ?? 'infinity',
      position?.id ?? LAST_ID,
      limit + 1,
      status ?? null,
      paymentId ?? null,
    ]);
    return timedPage(
      rows.map((row) => ({ ...toDispute(row), createdAt: row.opened_at })),
      limit,
    );
  }
}
