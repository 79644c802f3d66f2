import { isUuid, timedPage, type ListPart, type Page } from '@app/kernel';
import { Database, inListPart, listPartParameters, statement, type SqlParameter } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { RefundsReader, type RefundFilter, type RefundQuery } from '../application/ports';
import type { Refund } from '../domain/refund';
import { REFUND_COLUMNS, toRefund, type RefundRow } from './refund-rows';

const FIND = statement('refunds.find', `SELECT ${REFUND_COLUMNS} FROM refunds r WHERE r.id = $1 AND r.account_id = $2`);

const FIND_ANY = statement('refunds.find-any', `SELECT ${REFUND_COLUMNS} FROM refunds r WHERE r.id = $1`);

/** The filters drop rows on the way along the index of account, date and id. */
const LIST = statement(
  'refunds.list',
  `SELECT ${REFUND_COLUMNS} FROM refunds r
    WHERE ${inListPart('r')}
      AND ($7::text IS NULL OR r.status = $7) AND ($8::uuid IS NULL OR r.received_payment_id = $8)
    ORDER BY r.created_at DESC, r.id DESC LIMIT $6`,
);

const OF_PAYMENTS = statement(
  'refunds.of-payments',
  `SELECT ${REFUND_COLUMNS} FROM refunds r WHERE r.received_payment_id = ANY ($1::uuid[]) ORDER BY r.created_at, r.id`,
);

@Injectable()
export class PostgresRefundsReader extends RefundsReader {
  constructor(private readonly db: Database) {
    super();
  }

  async find(accountId: string, id: string): Promise<Refund | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.db.read<RefundRow>(FIND, [id, accountId]);
    return row && toRefund(row);
  }

  async findAny(id: string): Promise<Refund | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.db.read<RefundRow>(FIND_ANY, [id]);
    return row && toRefund(row);
  }

  async list(accountId: string, query: RefundQuery): Promise<Page<Refund>> {
    const rows = await this.db.report<RefundRow>(LIST, parametersOf(accountId, query));
    return timedPage(rows.map(toRefund), query.limit);
  }

  async *stream(accountId: string, filter: RefundFilter): AsyncGenerator<Refund> {
    const parameters = parametersOf(accountId, filter);
    for await (const row of this.db.stream<RefundRow>(LIST, parameters)) yield toRefund(row);
  }

  async listOfPayments(paymentIds: readonly string[]): Promise<Refund[]> {
    return (await this.db.read<RefundRow>(OF_PAYMENTS, [paymentIds])).map(toRefund);
  }
}

function parametersOf(accountId: string, query: RefundFilter & Partial<ListPart>): SqlParameter[] {
  return [...listPartParameters(accountId, query), query.status ?? null, query.paymentId ?? null];
}
