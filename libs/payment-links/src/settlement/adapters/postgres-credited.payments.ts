import { isUuid, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import type { Subject } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { PayerLanguage } from '../../links/domain/payer-language';
import { PAYMENT_LINKS, toLink, type LinkRow } from '../../links/adapters/link-rows';
import { CreditedPayments, type LockedPayment, type MoneyRecord } from '../application/ports';
import type { ReceivedPayment } from '../domain/received-payment';
import { RECEIVED_PAYMENTS, toReceivedPayment, type ReceivedPaymentRow } from './received-payment-rows';

const FIND = statement(
  'credited-payments.find',
  `SELECT ${RECEIVED_PAYMENTS.select('p')} FROM received_payments p WHERE p.id = $1 AND p.account_id = $2`,
);

/** Exceptions `e` whose money no received payment has. */
const HAS_MONEY = `e.status <> 'matched' AND (e.status <> 'credited' OR e.order_id IS NULL)`;

// One join for each name, so that an index serves each; `OR` would prevent that. A payment in process has no money yet.
const MONEY = statement(
  'credited-payments.money',
  `WITH s AS (SELECT * FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS s (provider, reference, at)),
   named AS (
     SELECT s.at, 'payment' AS type, p.id, 1 AS rank
       FROM s JOIN received_payments p ON p.provider = s.provider AND p.payment_reference = s.reference
     UNION ALL
     SELECT s.at, 'exception', e.id, 2
       FROM s JOIN payment_exceptions e ON e.provider = s.provider AND e.payment_reference = s.reference
      WHERE ${HAS_MONEY}
     UNION ALL
     SELECT s.at, 'payment', p.id,
         CASE WHEN p.status = 'in_process' THEN 7 WHEN p.exception_id IS NULL THEN 3 ELSE 4 END
       FROM s JOIN checkout_orders o ON o.provider = s.provider AND o.provider_reference = s.reference
         JOIN received_payments p ON p.order_id = o.id
     UNION ALL
     SELECT s.at, 'exception', e.id, CASE e.status WHEN 'open' THEN 5 ELSE 6 END
       FROM s JOIN checkout_orders o ON o.provider = s.provider AND o.provider_reference = s.reference
         JOIN payment_exceptions e ON e.order_id = o.id
      WHERE ${HAS_MONEY}
     UNION ALL
     SELECT s.at, 'exception', e.id, CASE e.status WHEN 'open' THEN 5 ELSE 6 END
       FROM s JOIN payment_exceptions e ON e.provider = s.provider AND e.reference = s.reference AND e.order_id IS NULL
      WHERE ${HAS_MONEY})
   SELECT DISTINCT ON (at) at::integer - 1 AS at, type, id FROM named ORDER BY at, rank, id`,
);

const LOCK = statement(
  'credited-payments.lock',
  `SELECT ${RECEIVED_PAYMENTS.select('p')} FROM received_payments p WHERE p.id = ANY ($1::uuid[]) ORDER BY p.id FOR UPDATE`,
);

const LINKS = statement(
  'credited-payments.links',
  `SELECT ${PAYMENT_LINKS.select('l')} FROM payment_links l WHERE l.id = ANY ($1::uuid[])`,
);

const LANGUAGES = statement(
  'credited-payments.languages',
  'SELECT o.id, o.language FROM checkout_orders o WHERE o.id = ANY ($1::uuid[])',
);

const SAVE = statement(
  'credited-payments.save',
  `UPDATE received_payments p SET status = s.status, refunded_amount = s.refunded, disputed_amount = s.disputed
     FROM unnest($1::uuid[], $2::text[], $3::numeric[], $4::numeric[]) AS s (id, status, refunded, disputed)
    WHERE p.id = s.id`,
);

interface NamedRow extends MoneyRecord, Record<string, unknown> {
  at: number;
}

@Injectable()
export class PostgresCreditedPayments extends CreditedPayments {
  constructor(private readonly db: Database) {
    super();
  }

  async find(accountId: string, id: string): Promise<ReceivedPayment | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.db.read<ReceivedPaymentRow>(FIND, [id, accountId]);
    return row && toReceivedPayment(row);
  }

  async moneyOf(subjects: readonly Subject[]): Promise<(MoneyRecord | undefined)[]> {
    return inOrder(subjects, await this.db.read<NamedRow>(MONEY, namesOf(subjects)));
  }

  async moneyIn(tx: Tx, subjects: readonly Subject[]): Promise<(MoneyRecord | undefined)[]> {
    return inOrder(subjects, await this.db.in(tx).query<NamedRow>(MONEY, namesOf(subjects)));
  }

  async lock(tx: Tx, ids: readonly string[]): Promise<LockedPayment[]> {
    const db = this.db.in(tx);
    const payments = (await db.query<ReceivedPaymentRow>(LOCK, [ids])).map(toReceivedPayment);
    if (payments.length === 0) return [];
    const rows = await db.query<LinkRow>(LINKS, [payments.map(({ linkId }) => linkId)]);
    const links = new Map(rows.map((row) => [row.id, toLink(row)]));
    const orderIds = payments.map(({ orderId }) => orderId);
    const orders = await db.query<{ id: string; language: PayerLanguage | null }>(LANGUAGES, [orderIds]);
    const languages = new Map(orders.map(({ id, language }) => [id, language]));
    return payments.flatMap((payment) => {
      const link = links.get(payment.linkId);
      return link ? [{ payment, link, payerLanguage: languages.get(payment.orderId) ?? null }] : [];
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
        payments.map(({ disputed }) => disputed.toFixed()),
      ]);
  }
}

function namesOf(subjects: readonly Subject[]): [providers: string[], references: string[]] {
  return [subjects.map(({ provider }) => provider), subjects.map(({ reference }) => reference)];
}

function inOrder(subjects: readonly Subject[], rows: readonly NamedRow[]): (MoneyRecord | undefined)[] {
  const records = new Map(rows.map(({ at, type, id }) => [at, { type, id }]));
  return subjects.map((_subject, at) => records.get(at));
}
