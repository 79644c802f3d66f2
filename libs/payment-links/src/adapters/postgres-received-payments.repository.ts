import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { ReceivedPaymentsRepository, type ReceivedPayment } from '../application/ports';

const INSERT = statement(
  'received_payments.insert',
  `INSERT INTO received_payments (id, account_id, payment_link_id, order_id, kind, status, payer, payment_method,
     payer_amount, payer_currency, exchange_rate, reference_rate, effective_rate, currency, gross_amount,
     fee_percentage_amount, fee_fixed_amount, fee_fixed_amount_usd, collection_fee, fee_bounded_by, fee_borne_by,
     conversion_fee, credited_amount, wallet_id, provider, provider_reference, created_at, credited_at)
   SELECT p.id, p.account_id, p.payment_link_id, p.order_id, p.kind, 'credited', p.payer::jsonb, p.payment_method,
          p.payer_amount, p.payer_currency, p.exchange_rate, p.exchange_rate, p.effective_rate, p.currency,
          p.gross_amount, p.fee_percentage_amount, p.fee_fixed_amount, p.fee_fixed_amount_usd, p.collection_fee,
          p.fee_bounded_by, p.fee_borne_by, p.conversion_fee, p.credited_amount, p.wallet_id, p.provider,
          p.provider_reference, p.credited_at, p.credited_at
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::numeric[],
       $9::text[], $10::numeric[], $11::numeric[], $12::text[], $13::numeric[], $14::numeric[], $15::numeric[],
       $16::numeric[], $17::numeric[], $18::text[], $19::text[], $20::numeric[], $21::numeric[], $22::uuid[],
       $23::text[], $24::text[], $25::timestamptz[])
     AS p (id, account_id, payment_link_id, order_id, kind, payer, payment_method, payer_amount, payer_currency,
       exchange_rate, effective_rate, currency, gross_amount, fee_percentage_amount, fee_fixed_amount,
       fee_fixed_amount_usd, collection_fee, fee_bounded_by, fee_borne_by, conversion_fee, credited_amount, wallet_id,
       provider, provider_reference, credited_at)`,
);

@Injectable()
export class PostgresReceivedPaymentsRepository extends ReceivedPaymentsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async insert(tx: Tx, payments: readonly ReceivedPayment[]): Promise<void> {
    const column = <T>(of: (payment: ReceivedPayment) => T): T[] => payments.map(of);
    await this.db
      .in(tx)
      .execute(INSERT, [
        column((p) => p.id),
        column((p) => p.accountId),
        column((p) => p.linkId),
        column((p) => p.orderId),
        column((p) => p.kind),
        column((p) => JSON.stringify(p.payer)),
        column((p) => p.method),
        column((p) => p.terms.payerAmount.toFixed()),
        column((p) => p.terms.payerAmount.currency),
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
        column((p) => p.creditedAt),
      ]);
  }
}
