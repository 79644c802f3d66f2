import { isUuid, RetryTransactionError, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { inList } from '../../links/adapters/link-rows';
import { RefundsRepository, type RefundChange, type RefundOwner } from '../application/ports';
import { OPEN_REFUND_STATUSES, type Refund } from '../domain/refund';
import { REFUND_COLUMNS, REFUNDS, toRefund, type RefundRow } from './refund-rows';

const OPEN = inList(OPEN_REFUND_STATUSES);

const INSERT = statement(
  'refunds.insert',
  `INSERT INTO refunds (${REFUNDS.names}, next_attempt_at)
   VALUES (${REFUNDS.values}, CASE WHEN ${REFUNDS.parameter('status')} IN ${OPEN} THEN now() END)`,
);

const OWNERS = statement(
  'refunds.owners',
  'SELECT r.id, r.provider, r.received_payment_id FROM refunds r WHERE r.id = ANY ($1::uuid[])',
);

const OF_PAYMENTS = statement(
  'refunds.lock-of-payments',
  `SELECT ${REFUND_COLUMNS} FROM refunds r WHERE r.received_payment_id = ANY ($1::uuid[]) ORDER BY r.id FOR UPDATE`,
);

const SAVE = statement(
  'refunds.save',
  `UPDATE refunds r SET status = s.status, failure_reason = s.failure_reason, provider_reference = s.provider_reference,
     updated_at = s.updated_at, completed_at = s.completed_at, failed_at = s.failed_at,
     corrected_at = s.corrected_at, wallet_amount = s.wallet_amount,
     provider_reason = s.provider_reason,
     next_attempt_at = CASE WHEN s.status IN ${OPEN} THEN r.next_attempt_at END,
     leased_until = CASE WHEN s.status IN ${OPEN} THEN r.leased_until END,
     last_error = CASE WHEN s.status IN ${OPEN} THEN r.last_error END
    FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[],
      $8::timestamptz[], $9::timestamptz[], $10::numeric[], $11::text[])
      AS s (id, from_status, status, failure_reason, provider_reference, updated_at, completed_at, failed_at, corrected_at,
        wallet_amount, provider_reason)
   WHERE r.id = s.id AND r.status = s.from_status`,
);

interface OwnerRow extends Record<string, unknown> {
  id: string;
  provider: string;
  received_payment_id: string;
}

@Injectable()
export class PostgresRefundsRepository extends RefundsRepository {
  constructor(private readonly db: Database) {
    super();
  }

  async insert(tx: Tx, refund: Refund): Promise<void> {
    await this.db.in(tx).execute(INSERT, REFUNDS.parametersOf(refund));
  }

  async ownersOf(ids: readonly string[]): Promise<ReadonlyMap<string, RefundOwner>> {
    return byId(await this.db.read<OwnerRow>(OWNERS, [ids.filter(isUuid)]));
  }

  async ownersIn(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, RefundOwner>> {
    return byId(await this.db.in(tx).query<OwnerRow>(OWNERS, [ids.filter(isUuid)]));
  }

  async listOfPayments(tx: Tx, paymentIds: readonly string[]): Promise<Refund[]> {
    return (await this.db.in(tx).query<RefundRow>(OF_PAYMENTS, [paymentIds])).map(toRefund);
  }

  async save(tx: Tx, changes: readonly RefundChange[]): Promise<void> {
    // A refund that takes two steps in one transaction is written once, with the last.
    const last = new Map(changes.map(({ to }) => [to.id, to]));
    const first = new Map([...changes].reverse().map(({ from }) => [from.id, from]));
    const column = <T>(of: (refund: Refund) => T): T[] => [...last.values()].map(of);
    const saved = await this.db
      .in(tx)
      .execute(SAVE, [
        column(({ id }) => id),
        column(({ id }) => first.get(id)?.status ?? ''),
        column(({ status }) => status),
        column(({ failureReason }) => failureReason),
        column(({ providerReference }) => providerReference),
        column(({ updatedAt }) => updatedAt),
        column(({ completedAt }) => completedAt),
        column(({ failedAt }) => failedAt),
        column(({ correctedAt }) => correctedAt),
        column(({ walletAmount }) => walletAmount.toFixed()),
        column(({ providerReason }) => providerReason),
      ]);
    if (saved !== last.size) throw new RetryTransactionError(`${last.size - saved} refunds were moved`);
  }
}

function byId(rows: readonly OwnerRow[]): ReadonlyMap<string, RefundOwner> {
  return new Map(rows.map((row) => [row.id, { provider: row.provider, paymentId: row.received_payment_id }]));
}
