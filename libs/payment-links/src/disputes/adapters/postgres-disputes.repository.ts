import type { Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DisputesRepository } from '../application/ports';
import type { Dispute } from '../domain/dispute';
import { DISPUTE_COLUMNS, DISPUTES, toDispute, type DisputeRow } from './dispute-rows';

const OF_PAYMENTS = statement(
  'disputes.of-payments',
  `SELECT ${DISPUTE_COLUMNS} FROM disputes d WHERE d.received_payment_id = ANY ($1::uuid[])`,
);

const SAVE = statement(
  'disputes.save',
  `INSERT INTO disputes (${DISPUTES.names}) SELECT * FROM ${DISPUTES.rows('d')}
   ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status, resolved_at = EXCLUDED.resolved_at,
     kept_amount = EXCLUDED.kept_amount, kept_wallet_amount = EXCLUDED.kept_wallet_amount`,
);

@Injectable()
export class PostgresDisputesRepository extends DisputesRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async listOfPayments(tx: Tx, paymentIds: readonly string[]): Promise<Dispute[]> {
    return (await this.db.in(tx).query<DisputeRow>(OF_PAYMENTS, [paymentIds])).map(toDispute);
  }

  async save(tx: Tx, disputes: readonly Dispute[]): Promise<void> {
    // A dispute that begins and ends in one transaction is written once, with its end.
    const last = [...new Map(disputes.map((dispute) => [dispute.id, dispute])).values()];
    if (last.length > 0) await this.db.in(tx).execute(SAVE, DISPUTES.arraysOf(last));
  }
}
