import { sourcesOf, targetOf, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReceivedPaymentsRepository } from '../application/ports';
import { inList } from '../../links/adapters/link-rows';
import { RECEIVED_PAYMENT_TRANSITIONS, type ReceivedPayment } from '../domain/received-payment';
import {
  fromFeeReceipt,
  RECEIVED_PAYMENT_COLUMNS,
  toReceivedPayment,
  type ReceivedPaymentRow,
} from './received-payment-rows';

const CREDITABLE = inList(sourcesOf(RECEIVED_PAYMENT_TRANSITIONS, 'credit'));
const RETURNABLE = inList(sourcesOf(RECEIVED_PAYMENT_TRANSITIONS, 'return'));

// The payment in process for the order becomes the credited payment and keeps its id and date; its figures change when
// staff credit another amount. A payment that is already credited is an error: the caller holds the link's lock and
// has checked.
const WRITE = statement(
  'received_payments.write',
  `INSERT INTO received_payments AS old (id, account_id, payment_link_id, order_id, exception_id, kind, status, payer,
     payment_method, payer_amount, payer_currency, payer_fee, exchange_rate, reference_rate, effective_rate, currency,
     gross_amount, fee_percentage_amount, fee_fixed_amount, fee_fixed_amount_usd, collection_fee, fee_bounded_by,
     fee_borne_by, conversion_fee, credited_amount, wallet_id, provider, provider_reference, fee_receipt, created_at,
     credited_at)
   SELECT p.id, p.account_id, p.payment_link_id, p.order_id, p.exception_id, p.kind, p.status, p.payer::jsonb,
          p.payment_method, p.payer_amount, p.payer_currency, p.payer_fee, p.exchange_rate, p.exchange_rate,
          p.effective_rate, p.currency, p.gross_amount, p.fee_percentage_amount, p.fee_fixed_amount,
          p.fee_fixed_amount_usd, p.collection_fee, p.fee_bounded_by, p.fee_borne_by, p.conversion_fee,
          p.credited_amount, p.wallet_id, p.provider, p.provider_reference, p.fee_receipt::jsonb, p.created_at,
          p.credited_at
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::numeric[], $11::text[], $12::numeric[], $13::numeric[], $14::numeric[], $15::text[],
       $16::numeric[], $17::numeric[], $18::numeric[], $19::numeric[], $20::numeric[], $21::text[], $22::text[],
       $23::numeric[], $24::numeric[], $25::uuid[], $26::text[], $27::text[], $28::text[], $29::timestamptz[],
       $30::timestamptz[])
     AS p (id, account_id, payment_link_id, order_id, exception_id, kind, status, payer, payment_method, payer_amount,
       payer_currency, payer_fee, exchange_rate, effective_rate, currency, gross_amount, fee_percentage_amount,
       fee_fixed_amount, fee_fixed_amount_usd, collection_fee, fee_bounded_by, fee_borne_by, conversion_fee,
       credited_amount, wallet_id, provider, provider_reference, fee_receipt, created_at, credited_at)
   ON CONFLICT (order_id) WHERE exception_id IS NULL DO UPDATE
     SET status = EXCLUDED.status, payer = EXCLUDED.payer, fee_receipt = EXCLUDED.fee_receipt,
         credited_at = EXCLUDED.credited_at, payer_amount = EXCLUDED.payer_amount, payer_fee = EXCLUDED.payer_fee,
         payer_currency = EXCLUDED.payer_currency, exchange_rate = EXCLUDED.exchange_rate,
         effective_rate = EXCLUDED.effective_rate,
         gross_amount = EXCLUDED.gross_amount, fee_percentage_amount = EXCLUDED.fee_percentage_amount,
         fee_fixed_amount = EXCLUDED.fee_fixed_amount, fee_fixed_amount_usd = EXCLUDED.fee_fixed_amount_usd,
         collection_fee = EXCLUDED.collection_fee, fee_bounded_by = EXCLUDED.fee_bounded_by,
         fee_borne_by = EXCLUDED.fee_borne_by, conversion_fee = EXCLUDED.conversion_fee,
         credited_amount = EXCLUDED.credited_amount
   WHERE old.status IN ${CREDITABLE}`,
);

const WITHDRAW = statement(
  'received_payments.withdraw',
  `DELETE FROM received_payments WHERE order_id = ANY ($1::uuid[]) AND status IN ${CREDITABLE} AND exception_id IS NULL`,
);

const GIVE_BACK = statement(
  'received_payments.give-back',
  `UPDATE received_payments SET status = '${targetOf(RECEIVED_PAYMENT_TRANSITIONS, 'return')}', returned_at = $2
    WHERE order_id = ANY ($1::uuid[]) AND status IN ${RETURNABLE} AND exception_id IS NULL
   RETURNING order_id, credited_at`,
);

const GIVE_BACK_BEYOND = statement(
  'received_payments.give-back-beyond',
  `UPDATE received_payments p SET status = '${targetOf(RECEIVED_PAYMENT_TRANSITIONS, 'return')}', returned_at = $2
    WHERE exception_id = ANY ($1::uuid[]) AND status IN ${RETURNABLE} RETURNING ${RECEIVED_PAYMENT_COLUMNS}`,
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
    const written = await this.db.in(tx).execute(WRITE, parametersOf(payments));
    if (written !== payments.length) throw new Error(`${payments.length - written} payments had been credited before`);
  }

  async withdraw(tx: Tx, orderIds: readonly string[]): Promise<void> {
    await this.db.in(tx).execute(WITHDRAW, [orderIds]);
  }

  async returnPayments(tx: Tx, orderIds: readonly string[], at: Date): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.db.in(tx).query<{ order_id: string; credited_at: Date }>(GIVE_BACK, [orderIds, at]);
    if (rows.length !== orderIds.length) throw new Error(`${orderIds.length - rows.length} payments were not credited`);
    return new Map(rows.map((row) => [row.order_id, row.credited_at]));
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

function parametersOf(payments: readonly ReceivedPayment[]) {
  const column = <T>(of: (payment: ReceivedPayment) => T): T[] => payments.map(of);
  return [
    column((p) => p.id),
    column((p) => p.accountId),
    column((p) => p.linkId),
    column((p) => p.orderId),
    column((p) => p.exceptionId),
    column((p) => p.kind),
    column((p) => p.status),
    column((p) => JSON.stringify(p.payer)),
    column((p) => p.method),
    column((p) => p.terms.payerAmount.toFixed()),
    column((p) => p.terms.payerAmount.currency),
    column((p) => p.terms.payerFee.toFixed()),
    column((p) => p.terms.exchangeRate),
    column((p) => p.terms.effectiveRate),
    column((p) => p.terms.currency),
    column((p) => p.terms.gross.toFixed()),
    column((p) => p.terms.percentageAmount.toFixed()),
    column((p) => p.terms.fixedAmount.toFixed()),
    column((p) => p.terms.fixedAmountUsd.toFixed()),
    column((p) => p.terms.collectionFee.toFixed()),
    column((p) => p.terms.boundedBy),
    column((p) => p.terms.borneBy),
    column((p) => p.terms.conversionFee.toFixed()),
    column((p) => p.terms.credited.toFixed()),
    column((p) => p.walletId),
    column((p) => p.provider),
    column((p) => p.providerReference),
    column((p) => p.feeReceipt && JSON.stringify(fromFeeReceipt(p.feeReceipt))),
    column((p) => p.createdAt),
    column((p) => p.creditedAt),
  ];
}
