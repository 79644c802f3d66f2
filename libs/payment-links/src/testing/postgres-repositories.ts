import { Money, newId, toCurrency } from '@app/kernel';
import { postgresLedger } from '@app/ledger/testing';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { PostgresCheckoutOrdersRepository } from '../adapters/postgres-checkout-orders.repository';
import { PostgresNotificationsRepository } from '../adapters/postgres-notifications.repository';
import { PostgresPaymentLinksRepository } from '../adapters/postgres-payment-links.repository';
import { PostgresReceivedPaymentsRepository } from '../adapters/postgres-received-payments.repository';
import { toLink, type LinkRow } from '../adapters/rows';
import type { ReceivedPayment } from '../application/ports';
import type { LinkOwner } from './factories';
import type { PaymentLinkRepositories } from './repositories';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Row = any;

/** On a migrated database. */
export function postgresRepositories(source: DataSource): PaymentLinkRepositories {
  const db = new PostgresDatabase(source);
  const query = (sql: string, parameters: unknown[]): Promise<Row[]> => source.query(sql, parameters);
  return {
    links: new PostgresPaymentLinksRepository(db),
    orders: new PostgresCheckoutOrdersRepository(db),
    notifications: new PostgresNotificationsRepository(db),
    payments: new PostgresReceivedPaymentsRepository(db),
    uow: new PostgresUnitOfWork(source),
    anOwner: (merchant) => anOwner(source, merchant),
    link: async (id) => toLink((await query('SELECT * FROM payment_links WHERE id = $1', [id]))[0] as LinkRow),
    orderStatus: async (id) => (await query('SELECT status FROM checkout_orders WHERE id = $1', [id]))[0].status,
    forceLink: async (id, { status, currentUses }) => {
      await query('UPDATE payment_links SET status = $2, current_uses = $3 WHERE id = $1', [id, status, currentUses]);
    },
    makeDue: async ({ provider, id }, at) => {
      await query(
        'UPDATE provider_notifications SET next_attempt_at = $3 WHERE provider = $1 AND notification_id = $2',
        [provider, id, at],
      );
    },
    exceptionsOf: async (linkId) => {
      const rows = await query('SELECT * FROM payment_exceptions WHERE payment_link_id = $1 ORDER BY id', [linkId]);
      return rows.map((row) => ({
        notificationId: row.notification_id,
        linkId: row.payment_link_id,
        orderId: row.order_id,
        reason: row.reason,
        amount: Money.of(row.amount, row.currency),
      }));
    },
    receivedPayment: async (linkId) => {
      const [row] = await query('SELECT * FROM received_payments WHERE payment_link_id = $1', [linkId]);
      return row && toReceivedPayment(row);
    },
  };
}

async function anOwner(
  source: DataSource,
  { name = 'Café Río', usdEnabled = false }: { name?: string; usdEnabled?: boolean } = {},
): Promise<LinkOwner> {
  const { ledger, uow } = postgresLedger(source);
  const [accountId, userId] = [newId(), newId()];
  await source.query(`INSERT INTO accounts (id, slug, name, country, usd_enabled) VALUES ($1, $2, $3, 'AR', $4)`, [
    ...[accountId, accountId.replaceAll('-', ''), name, usdEnabled],
  ]);
  await source.query(`INSERT INTO users VALUES ($1, $2, $3, 'a hash', '{*}')`, [
    ...[userId, accountId, `${userId}@example.com`],
  ]);
  const wallet = await uow.run((tx) => ledger.createWallet(tx, { accountId, currency: 'ARS', lane: 'local' }));
  return { accountId, userId, walletId: wallet.id };
}

function toReceivedPayment(row: Row): ReceivedPayment {
  const inWallet = (amount: string) => Money.of(amount, row.currency);
  return {
    id: row.id,
    accountId: row.account_id,
    linkId: row.payment_link_id,
    orderId: row.order_id,
    kind: row.kind,
    walletId: row.wallet_id,
    method: row.payment_method,
    payer: row.payer,
    terms: {
      payerAmount: Money.of(row.payer_amount, row.payer_currency),
      currency: toCurrency(row.currency),
      gross: inWallet(row.gross_amount),
      percentageAmount: inWallet(row.fee_percentage_amount),
      fixedAmount: inWallet(row.fee_fixed_amount),
      fixedAmountUsd: Money.of(row.fee_fixed_amount_usd, 'USD'),
      collectionFee: inWallet(row.collection_fee),
      boundedBy: row.fee_bounded_by,
      borneBy: row.fee_borne_by,
      conversionFee: inWallet(row.conversion_fee),
      credited: inWallet(row.credited_amount),
      exchangeRate: row.exchange_rate,
      effectiveRate: row.effective_rate,
    },
    provider: row.provider,
    providerReference: row.provider_reference,
    creditedAt: row.credited_at,
  };
}
