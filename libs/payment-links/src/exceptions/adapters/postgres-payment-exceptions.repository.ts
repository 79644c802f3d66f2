import { Money, type Move, type Tx } from '@app/kernel';
import { Database, statement, type SqlParameter } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ORDER_COLUMNS, toOrder, type OrderRow } from '../../checkout/adapters/order-rows';
import { LINK_COLUMNS, toLink, type LinkRow } from '../../links/adapters/link-rows';
import { toAmount } from '../../settlement/adapters/exception-amounts';
import { EXCEPTION_COLUMNS, toException, type ExceptionRow } from '../../settlement/adapters/exception-rows';
import { promisedAmount, type CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentException } from '../../settlement/domain/payment-exception';
import {
  PaymentExceptionsRepository,
  type ExceptionQuery,
  type FoundException,
  type ListedException,
} from '../application/ports';
import { PaymentExceptionEntity } from './payment-exception.entity';

const LINK_AND_ORDER = statement(
  'payment_exceptions.link-and-order',
  `SELECT ${LINK_COLUMNS}, ${ORDER_COLUMNS} FROM payment_links l, checkout_orders o WHERE l.id = $1 AND o.id = $2`,
);

const LOCK_LINK = statement(
  'payment_exceptions.lock-link',
  `SELECT l.id FROM payment_links l WHERE l.id = (SELECT payment_link_id FROM payment_exceptions WHERE id = $1) FOR UPDATE`,
);

const LIST = statement(
  'payment_exceptions.list',
  `SELECT ${EXCEPTION_COLUMNS}, e.account_id FROM payment_exceptions e
    WHERE ($1::text IS NULL OR e.status = $1) AND (NOT $2::boolean OR e.status <> 'open')
      AND ($3::uuid IS NULL OR e.account_id = $3) AND ($4::uuid IS NULL OR e.id = $4)
    ORDER BY e.created_at DESC, e.id DESC LIMIT $5`,
);

// A fact names the order or the payment, so that its index serves the search.
const REVERSED_BY = statement(
  'payment_exceptions.reversed-by',
  `SELECT e.id FROM payment_exceptions e
    WHERE e.provider = $1 AND (e.reference = $2 OR e.payment_reference = $2) AND e.reversal_reference = $3`,
);

const BACKLOG = statement(
  'payment_exceptions.backlog',
  `SELECT count(*)::int AS open, COALESCE(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
     FROM payment_exceptions WHERE status = 'open'`,
);

type ReadRows = (parameters: SqlParameter[]) => Promise<(LinkRow & OrderRow)[]>;

@Injectable()
export class PostgresPaymentExceptionsRepository extends PaymentExceptionsRepository {
  constructor(
    @InjectRepository(PaymentExceptionEntity) private readonly exceptions: Repository<PaymentExceptionEntity>,
    private readonly db: Database,
  ) {
    super();
  }

  async list({ id, status, isResolved = false, accountId, limit }: ExceptionQuery): Promise<ListedException[]> {
    const parameters = [status ?? null, isResolved, accountId ?? null, id ?? null, limit];
    const rows = await this.db.read<ExceptionRow & { account_id: string | null }>(LIST, parameters);
    return rows.map((row) => ({ ...toException(row), accountId: row.account_id }));
  }

  async backlog(): Promise<{ open: number; oldestSeconds: number }> {
    const [row] = await this.db.read<{ open: number; oldest: number }>(BACKLOG);
    return { open: row?.open ?? 0, oldestSeconds: row?.oldest ?? 0 };
  }

  async find(id: string): Promise<FoundException | undefined> {
    const found = await this.exceptions.findOneBy({ id });
    return found ? foundWith(found, (parameters) => this.db.read(LINK_AND_ORDER, parameters)) : undefined;
  }

  async lock(tx: Tx, id: string): Promise<FoundException | undefined> {
    const run = this.db.in(tx);
    await run.query(LOCK_LINK, [id]);
    const lock = { mode: 'pessimistic_write' } as const;
    const found = await this.db.manager(tx).findOne(PaymentExceptionEntity, { where: { id }, lock });
    return found ? foundWith(found, (parameters) => run.query(LINK_AND_ORDER, parameters)) : undefined;
  }

  async reversedBy(
    tx: Tx,
    { provider, reference, providerReference }: { provider: string; reference: string; providerReference: string },
  ): Promise<string | undefined> {
    const [row] = await this.db.in(tx).query<{ id: string }>(REVERSED_BY, [provider, reference, providerReference]);
    return row?.id;
  }

  async nameReversal(tx: Tx, id: string, reversalReference: string): Promise<void> {
    await this.db.manager(tx).update(PaymentExceptionEntity, { id }, { reversalReference });
  }

  async resolve(tx: Tx, { from, to }: Move<PaymentException>): Promise<void> {
    const { id, status, walletId, resolution, amount, reversalReference } = to;
    const named = amount instanceof Money && { amount: amount.toFixed(), currency: amount.currency };
    const { affected } = await this.db
      .manager(tx)
      .update(
        PaymentExceptionEntity,
        { id, status: from.status },
        { status, walletId, resolution, reversalReference, ...named, resolvedAt: () => 'now()' },
      );
    if (affected !== 1) throw new Error(`the payment exception ${id} is no longer ${from.status}`);
  }
}

async function foundWith(entity: PaymentExceptionEntity, read: ReadRows): Promise<FoundException> {
  const { linkId, orderId } = entity;
  const [row] = linkId !== null && orderId !== null ? await read([linkId, orderId]) : [];
  const order = row ? toOrder(row) : null;
  return { exception: toDomain(entity, order), link: row ? toLink(row) : null, order };
}

function toDomain(
  { amount, currency, receivedAmount, receivedCurrency, ...exception }: PaymentExceptionEntity,
  order: CheckoutOrder | null,
): PaymentException {
  return {
    ...exception,
    amount: toAmount({ amount, currency, receivedAmount, receivedCurrency }),
    expected: order && promisedAmount(order),
  };
}
