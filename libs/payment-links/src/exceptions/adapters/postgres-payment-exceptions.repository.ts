import type { Move, Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ORDER_COLUMNS, toOrder, type OrderRow } from '../../checkout/adapters/order-rows';
import { LINK_COLUMNS, toLink, type LinkRow } from '../../links/adapters/link-rows';
import type { PaymentException } from '../../settlement/domain/payment-exception';
import { PaymentExceptionsRepository, type ExceptionQuery, type FoundException } from '../application/ports';
import { EXCEPTION_COLUMNS, toException, type ExceptionRow } from './exception-rows';

const LIST = statement(
  'payment_exceptions.list',
  `SELECT ${EXCEPTION_COLUMNS} FROM payment_exceptions e WHERE ($1::text IS NULL OR e.status = $1)
    ORDER BY e.created_at DESC, e.id DESC LIMIT $2`,
);

const FIND = statement(
  'payment_exceptions.find',
  `SELECT ${EXCEPTION_COLUMNS}, ${LINK_COLUMNS}, ${ORDER_COLUMNS}
     FROM payment_exceptions e
     LEFT JOIN payment_links l ON l.id = e.payment_link_id
     LEFT JOIN checkout_orders o ON o.id = e.order_id
    WHERE e.id = $1`,
);

const LOCK_LINK = statement(
  'payment_exceptions.lock-link',
  `SELECT l.id FROM payment_links l WHERE l.id = (SELECT payment_link_id FROM payment_exceptions WHERE id = $1) FOR UPDATE`,
);

const LOCK = statement('payment_exceptions.lock', `SELECT id FROM payment_exceptions WHERE id = $1 FOR UPDATE`);

const COUNT_OPEN = statement(
  'payment_exceptions.count-open',
  `SELECT count(*) AS open FROM payment_exceptions WHERE status = 'open'`,
);

const RESOLVE = statement(
  'payment_exceptions.resolve',
  `UPDATE payment_exceptions SET status = $3, wallet_id = $4, resolution = $5, resolved_at = now()
    WHERE id = $1 AND status = $2`,
);

@Injectable()
export class PostgresPaymentExceptionsRepository extends PaymentExceptionsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async list({ status, limit }: ExceptionQuery): Promise<PaymentException[]> {
    return (await this.db.read<ExceptionRow>(LIST, [status ?? null, limit])).map(toException);
  }

  async countOpen(): Promise<number> {
    const [row] = await this.db.read<{ open: string }>(COUNT_OPEN);
    return Number(row?.open ?? 0);
  }

  async find(id: string): Promise<FoundException | undefined> {
    const [row] = await this.db.read<ExceptionRow & LinkRow & OrderRow>(FIND, [id]);
    return row && toFound(row);
  }

  async lock(tx: Tx, id: string): Promise<FoundException | undefined> {
    const run = this.db.in(tx);
    await run.query(LOCK_LINK, [id]);
    await run.query(LOCK, [id]);
    const [row] = await run.query<ExceptionRow & LinkRow & OrderRow>(FIND, [id]);
    return row && toFound(row);
  }

  async resolve(tx: Tx, { from, to }: Move<PaymentException>): Promise<void> {
    const parameters = [to.id, from.status, to.status, to.walletId, to.resolution];
    const written = await this.db.in(tx).execute(RESOLVE, parameters);
    if (written !== 1) throw new Error(`the payment exception ${to.id} is no longer ${from.status}`);
  }
}

function toFound(row: ExceptionRow & LinkRow & OrderRow): FoundException {
  const known = row.e_link_id !== null && row.e_order_id !== null;
  return { exception: toException(row), link: known ? toLink(row) : null, order: known ? toOrder(row) : null };
}
