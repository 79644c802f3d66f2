import { isUuid, type Tx } from '@app/kernel';
import { Database, statement } from '@app/platform';
import type { Subject } from '@app/rails';
import { Injectable } from '@nestjs/common';
import type { PayerLanguage } from '../../links/domain/payer-language';
import { PAYMENT_LINKS, toLink, type LinkRow } from '../../links/adapters/link-rows';
import { CreditedPayments, type LockedPayment } from '../application/ports';
import type { ReceivedPayment } from '../domain/received-payment';
import { RECEIVED_PAYMENTS, toReceivedPayment, type ReceivedPaymentRow } from './received-payment-rows';

const FIND = statement(
  'credited-payments.find',
  `SELECT ${RECEIVED_PAYMENTS.select('p')} FROM received_payments p WHERE p.id = $1 AND p.account_id = $2`,
);

// Two joins, so that an index serves each; `OR` would prevent that.
const IDS = statement(
  'credited-payments.ids',
  `WITH s AS (SELECT * FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS s (provider, reference, at))
   SELECT s.at::integer - 1 AS at, p.id
     FROM s JOIN checkout_orders o ON o.provider = s.provider AND o.provider_reference = s.reference
       JOIN received_payments p ON p.order_id = o.id AND p.exception_id IS NULL
   UNION ALL
   SELECT s.at::integer - 1, p.id
     FROM s JOIN received_payments p ON p.provider = s.provider AND p.payment_reference = s.reference`,
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

interface NamedRow extends Record<string, unknown> {
  at: number;
  id: string;
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

  async idsOf(subjects: readonly Subject[]): Promise<(string | undefined)[]> {
    return inOrder(subjects, await this.db.read<NamedRow>(IDS, namesOf(subjects)));
  }

  async idsIn(tx: Tx, subjects: readonly Subject[]): Promise<(string | undefined)[]> {
    return inOrder(subjects, await this.db.in(tx).query<NamedRow>(IDS, namesOf(subjects)));
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

function inOrder(subjects: readonly Subject[], rows: readonly NamedRow[]): (string | undefined)[] {
  const ids = new Map(rows.map(({ at, id }) => [at, id]));
  return subjects.map((_subject, at) => ids.get(at));
}
