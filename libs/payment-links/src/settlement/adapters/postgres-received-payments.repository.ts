import { sourcesOf, targetOf, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReceivedPaymentsRepository } from '../application/ports';
import { inList } from '../../links/adapters/link-rows';
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

const GIVE_BACK = statement(
  'received_payments.give-back',
  `UPDATE received_payments p SET status = '${targetOf(RECEIVED_PAYMENT_TRANSITIONS, 'return')}', returned_at = $2
    WHERE order_id = ANY ($1::uuid[]) AND status IN ${RETURNABLE} AND exception_id IS NULL
   RETURNING ${RECEIVED_PAYMENTS.select('p')}`,
);

const GIVE_BACK_BEYOND = statement(
  'received_payments.give-back-beyond',
  `UPDATE received_payments p SET status = '${targetOf(RECEIVED_PAYMENT_TRANSITIONS, 'return')}', returned_at = $2
    WHERE exception_id = ANY ($1::uuid[]) AND status IN ${RETURNABLE} RETURNING ${RECEIVED_PAYMENTS.select('p')}`,
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

  async returnPayments(tx: Tx, orderIds: readonly string[], at: Date): Promise<ReadonlyMap<string, ReceivedPayment>> {
    const rows = await this.db.in(tx).query<ReceivedPaymentRow>(GIVE_BACK, [orderIds, at]);
    if (rows.length !== orderIds.length) throw new Error(`${orderIds.length - rows.length} payments were not credited`);
    return new Map(rows.map((row) => [row.order_id, toReceivedPayment(row)]));
  }

  async returnExtraPayments(tx: Tx, exceptionIds: readonly string[], at: Date): Promise<ReceivedPayment[]> {
    const rows = await this.db.in(tx).query<ReceivedPaymentRow>(GIVE_BACK_BEYOND, [exceptionIds, at]);
    if (rows.length !== exceptionIds.length) throw new Error('a payment that staff credited is missing');
    return rows.map(toReceivedPayment);
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
