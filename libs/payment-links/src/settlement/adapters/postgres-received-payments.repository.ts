import { sourcesOf, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReceivedPaymentsRepository } from '../application/ports';
import { inList } from '../../links/adapters/link-rows';
import type { ReturnedPayment } from '../domain/payment-return';
import { RECEIVED_PAYMENT_TRANSITIONS, type ReceivedPayment } from '../domain/received-payment';
import { RECEIVED_PAYMENTS, toReceivedPayment, type ReceivedPaymentRow } from './received-payment-rows';

const CREDITABLE = inList(sourcesOf(RECEIVED_PAYMENT_TRANSITIONS, 'credit'));
const RETURNABLE = inList(sourcesOf(RECEIVED_PAYMENT_TRANSITIONS, 'return'));

// The payment in process for the order becomes the credited payment and keeps its id and date; its figures change when
// staff credit another amount. A payment that is already credited is an error: the caller holds the link's lock and
// has checked.
const WRITE = statement(
  'received_payments.write',
  `INSERT INTO received_payments AS old (${RECEIVED_PAYMENTS.names})
   SELECT * FROM ${RECEIVED_PAYMENTS.rows('p')}
   ON CONFLICT (order_id) WHERE exception_id IS NULL DO UPDATE
     SET ${RECEIVED_PAYMENTS.overwritten(['id', 'account_id', 'payment_link_id', 'order_id', 'exception_id', 'created_at'])}
   WHERE old.status IN ${CREDITABLE}`,
);

const WITHDRAW = statement(
  'received_payments.withdraw',
  `DELETE FROM received_payments WHERE order_id = ANY ($1::uuid[]) AND status IN ${CREDITABLE} AND exception_id IS NULL`,
);

const LOCK_RETURNABLE = statement(
  'received_payments.lock-returnable',
  `SELECT ${RECEIVED_PAYMENTS.select('p')} FROM received_payments p
    WHERE (p.order_id = ANY ($1::uuid[]) AND p.exception_id IS NULL OR p.exception_id = ANY ($2::uuid[]))
      AND p.status IN ${RETURNABLE}
    ORDER BY p.id FOR UPDATE`,
);

const SAVE_RETURNS = statement(
  'received_payments.save-returns',
  `UPDATE received_payments p SET status = s.status, returned_at = s.returned_at, returned_amount = s.returned_amount,
     returned_wallet_amount = s.returned_wallet_amount, returned_fees = s.returned_fees
     FROM ${RECEIVED_PAYMENTS.rows('s')} WHERE p.id = s.id`,
);

const NAMED = statement(
  'received_payments.named',
  `SELECT EXISTS (SELECT FROM received_payments p WHERE p.provider = $1 AND p.payment_reference = $2) AS named`,
);

const TAKE_NUMBERS = statement(
  'received_payments.take-receipt-numbers',
  `INSERT INTO fee_receipt_counters AS c (account_id, last_number)
   SELECT account_id, count FROM unnest($1::uuid[], $2::bigint[]) AS n (account_id, count) ORDER BY account_id
   ON CONFLICT (account_id) DO UPDATE SET last_number = c.last_number + EXCLUDED.last_number
   RETURNING account_id, last_number`,
);

@Injectable()
export class PostgresReceivedPaymentsRepository extends ReceivedPaymentsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async write(tx: Tx, payments: readonly ReceivedPayment[]): Promise<void> {
    const written = await this.db.in(tx).execute(WRITE, RECEIVED_PAYMENTS.arraysOf(payments));
    if (written !== payments.length) throw new Error(`${payments.length - written} payments had been credited before`);
  }

  async withdraw(tx: Tx, orderIds: readonly string[]): Promise<void> {
    await this.db.in(tx).execute(WITHDRAW, [orderIds]);
  }

  async lockReturnable(
    tx: Tx,
    { orderIds, exceptionIds }: { orderIds: readonly string[]; exceptionIds: readonly string[] },
  ): Promise<ReceivedPayment[]> {
    const rows = await this.db.in(tx).query<ReceivedPaymentRow>(LOCK_RETURNABLE, [orderIds, exceptionIds]);
    const missing = orderIds.length + exceptionIds.length - rows.length;
    if (missing > 0) throw new Error(`${missing} payments were not credited`);
    return rows.map(toReceivedPayment);
  }

  async isNamed(tx: Tx, provider: string, paymentReference: string): Promise<boolean> {
    const [row] = await this.db.in(tx).query<{ named: boolean }>(NAMED, [provider, paymentReference]);
    return row?.named ?? false;
  }

  async saveReturns(tx: Tx, payments: readonly ReturnedPayment[]): Promise<void> {
    if (payments.length > 0) await this.db.in(tx).execute(SAVE_RETURNS, RECEIVED_PAYMENTS.arraysOf(payments));
  }

  async takeReceiptNumbers(tx: Tx, counts: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.db
      .in(tx)
      .query<{ account_id: string; last_number: string }>(TAKE_NUMBERS, [[...counts.keys()], [...counts.values()]]);
    return new Map(
      rows.map((row) => [row.account_id, BigInt(row.last_number) - BigInt(counts.get(row.account_id) ?? 0) + 1n]),
    );
  }
}
