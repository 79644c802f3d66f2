import { newId } from '@app/kernel';
import { postgresLedger } from '@app/ledger/testing';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { PostgresCheckoutOrdersRepository } from '../checkout/adapters/postgres-checkout-orders.repository';
import { PaymentExceptionEntity } from '../exceptions/adapters/payment-exception.entity';
import { PostgresPaymentExceptionsRepository } from '../exceptions/adapters/postgres-payment-exceptions.repository';
import type { FoundException } from '../exceptions/application/ports';
import { toLink, type LinkRow } from '../links/adapters/link-rows';
import { PostgresPaymentLinksRepository } from '../links/adapters/postgres-payment-links.repository';
import { fromAmount } from '../settlement/adapters/exception-amounts';
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
  const exceptions = new PostgresPaymentExceptionsRepository(source.getRepository(PaymentExceptionEntity), db);
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
    exceptions,
    uow: new PostgresUnitOfWork(source),
    anOwner: () => anOwner(source),
    link: async (id) => toLink((await query('SELECT * FROM payment_links WHERE id = $1', [id]))[0] as LinkRow),
    orderStatus: async (id) => (await query('SELECT status FROM checkout_orders WHERE id = $1', [id]))[0].status,
    forceLink: async (id, { status, currentUses }) => {
      await query('UPDATE payment_links SET status = $2, current_uses = $3 WHERE id = $1', [id, status, currentUses]);
    },
    addException: async ({ amount, ...exception }) => {
      await source.getRepository(PaymentExceptionEntity).insert({ ...exception, ...fromAmount(amount) });
      const sql = `UPDATE payment_exceptions e SET account_id = l.account_id FROM payment_links l
        WHERE e.id = $1 AND l.id = e.payment_link_id`;
      await query(sql, [exception.id]);
    },
    exceptionsOf: async (linkId) => {
      const sql = 'SELECT id FROM payment_exceptions WHERE payment_link_id = $1 ORDER BY id';
      const found = await Promise.all((await query(sql, [linkId])).map(({ id }) => exceptions.find(id as string)));
      return found.map((one) => (one as FoundException).exception);
    },
    receivedPayment: (linkId) => payment('payment_link_id = $1 AND exception_id IS NULL', linkId),
    paymentOfException: (id) => payment('exception_id = $1', id),
  };
}

async function anOwner(source: DataSource): Promise<LinkOwner> {
  const { ledger, uow } = postgresLedger(source);
  const [accountId, userId] = [newId(), newId()];
  await source.query(`INSERT INTO accounts (id, slug, name, country) VALUES ($1, $2, 'Café Río', 'AR')`, [
    accountId,
    accountId.replaceAll('-', ''),
  ]);
  await source.query(`INSERT INTO users VALUES ($1, $2, $3, 'a hash', '{*}')`, [
    userId,
    accountId,
    `${userId}@example.com`,
  ]);
  const wallet = await uow.run((tx) => ledger.createWallet(tx, { accountId, currency: 'ARS', lane: 'local' }));
  return { accountId, userId, walletId: wallet.id };
}
