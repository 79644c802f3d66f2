import { newId } from '@app/kernel';
import { postgresLedger } from '@app/ledger/testing';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { PostgresCheckoutOrdersRepository } from '../checkout/adapters/postgres-checkout-orders.repository';
import { PostgresPaymentExceptionsRepository } from '../exceptions/adapters/postgres-payment-exceptions.repository';
import type { FoundException } from '../exceptions/application/ports';
import { toLink, type LinkRow } from '../links/adapters/link-rows';
import { PostgresPaymentLinksRepository } from '../links/adapters/postgres-payment-links.repository';
import { PostgresReceivedPaymentsRepository } from '../settlement/adapters/postgres-received-payments.repository';
import { PostgresSettlementRepository } from '../settlement/adapters/postgres-settlement.repository';
import { toReceivedPayment, type ReceivedPaymentRow } from '../settlement/adapters/received-payment-rows';
import type { LinkOwner } from './factories';
import type { PaymentLinkRepositories } from './repositories';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Row = any;

/** On a migrated database. */
export function postgresRepositories(source: DataSource): PaymentLinkRepositories {
  const db = new PostgresDatabase(source);
  const query = (sql: string, parameters: unknown[]): Promise<Row[]> => source.query(sql, parameters);
  const payment = async (where: string, id: string) => {
    const [row] = await query(`SELECT * FROM received_payments WHERE ${where}`, [id]);
    return row && toReceivedPayment(row as ReceivedPaymentRow);
  };
  return {
    links: new PostgresPaymentLinksRepository(db),
    orders: new PostgresCheckoutOrdersRepository(db),
    settlement: new PostgresSettlementRepository(db),
    payments: new PostgresReceivedPaymentsRepository(db),
    exceptions: new PostgresPaymentExceptionsRepository(db),
    uow: new PostgresUnitOfWork(source),
    anOwner: (merchant) => anOwner(source, merchant),
    link: async (id) => toLink((await query('SELECT * FROM payment_links WHERE id = $1', [id]))[0] as LinkRow),
    orderStatus: async (id) => (await query('SELECT status FROM checkout_orders WHERE id = $1', [id]))[0].status,
    forceLink: async (id, { status, currentUses }) => {
      await query('UPDATE payment_links SET status = $2, current_uses = $3 WHERE id = $1', [id, status, currentUses]);
    },
    addException: async (exception) => {
      const { amount, ...of } = exception;
      await query(
        `INSERT INTO payment_exceptions (id, provider, notification_id, reference, payment_link_id, order_id, reason, amount,
           currency, status, wallet_id, resolution, created_at, resolved_at, account_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
           (SELECT account_id FROM payment_links WHERE id = $5))`,
        [
          ...[of.id, of.provider, of.notificationId, of.reference, of.linkId, of.orderId, of.reason, amount.toFixed()],
          ...[amount.currency, of.status, of.walletId, of.resolution, of.createdAt, of.resolvedAt],
        ],
      );
    },
    exceptionsOf: async (linkId) => {
      const sql = 'SELECT id FROM payment_exceptions WHERE payment_link_id = $1 ORDER BY id';
      const exceptions = new PostgresPaymentExceptionsRepository(db);
      const found = await Promise.all((await query(sql, [linkId])).map(({ id }) => exceptions.find(id as string)));
      return found.map((one) => (one as FoundException).exception);
    },
    receivedPayment: (linkId) => payment('payment_link_id = $1 AND exception_id IS NULL', linkId),
    paymentOfException: (id) => payment('exception_id = $1', id),
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
