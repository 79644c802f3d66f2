import { isUuid, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { PAYMENT_LINKS, toLink, type LinkRow } from '../../links/adapters/link-rows';
import {
  RECEIVED_PAYMENTS,
  toReceivedPayment,
  type ReceivedPaymentRow,
} from '../../settlement/adapters/received-payment-rows';
import type { ReceivedPayment } from '../../settlement/domain/received-payment';
import { RefundablePayments, type LockedPayment } from '../application/ports';

const FIND = statement(
  'refundable-payments.find',
  `SELECT ${RECEIVED_PAYMENTS.select('p')} FROM received_payments p WHERE p.id = $1 AND p.account_id = $2`,
);

const LOCK = statement(
  'refundable-payments.lock',
  `SELECT ${RECEIVED_PAYMENTS.select('p')} FROM received_payments p WHERE p.id = ANY ($1::uuid[]) ORDER BY p.id FOR UPDATE`,
);

const LINKS = statement(
  'refundable-payments.links',
  `SELECT ${PAYMENT_LINKS.select('l')} FROM payment_links l WHERE l.id = ANY ($1::uuid[])`,
);

const SAVE = statement(
  'refundable-payments.save',
  `UPDATE received_payments p SET status = s.status, refunded_amount = s.refunded
     FROM unnest($1::uuid[], $2::text[], $3::numeric[]) AS s (id, status, refunded) WHERE p.id = s.id`,
);

@Injectable()
export class PostgresRefundablePayments extends RefundablePayments {
  constructor(private readonly db: Database) {
    super();
  }

  async find(accountId: string, id: string): Promise<ReceivedPayment | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.db.read<ReceivedPaymentRow>(FIND, [id, accountId]);
    return row && toReceivedPayment(row);
  }

  async lock(tx: Tx, ids: readonly string[]): Promise<LockedPayment[]> {
    const db = this.db.in(tx);
    const payments = (await db.query<ReceivedPaymentRow>(LOCK, [ids])).map(toReceivedPayment);
    const rows = await db.query<LinkRow>(LINKS, [payments.map(({ linkId }) => linkId)]);
    const links = new Map(rows.map((row) => [row.id, toLink(row)]));
    return payments.flatMap((payment) => {
      const link = links.get(payment.linkId);
      return link ? [{ payment, link }] : [];
    });
  }

  async save(tx: Tx, payments: readonly ReceivedPayment[]): Promise<void> {
    if (payments.length === 0) return;
    await this.db
      .in(tx)
      .execute(SAVE, [
        payments.map(({ id }) => id),
        payments.map(({ status }) => status),
        payments.map(({ refunded }) => refunded.toFixed()),
      ]);
  }
}
