import type { MigrationInterface, QueryRunner } from 'typeorm';

const PAGE = 1_000;
const INDEX = 'payment_exceptions_payment_reference_idx';

/** Gives payment exceptions, and what staff credited of them, the names that stored notifications have for the payments. */
export class NamesOfPayments1790000000064 implements MigrationInterface {
  readonly name = 'NamesOfPayments1790000000064';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`SET lock_timeout = 0`);
    // One that failed half-way is invalid, and is built again.
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${INDEX}`);
    await runner.query(`CREATE INDEX CONCURRENTLY ${INDEX} ON payment_exceptions (provider, payment_reference)
      WHERE payment_reference IS NOT NULL`);
    await runner.query(`RESET lock_timeout`);
    await inPages(runner, NAME_EXCEPTIONS);
    await inPages(runner, NAME_PAYMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${INDEX}`);
  }
}

const NAME_EXCEPTIONS = `
  WITH page AS (SELECT id, provider, notification_id FROM payment_exceptions WHERE id > $1 ORDER BY id LIMIT ${PAGE}),
  named AS (
    UPDATE payment_exceptions e SET payment_reference = n.details ->> 'payment_reference'
      FROM page p JOIN provider_notifications n ON n.provider = p.provider AND n.notification_id = p.notification_id
     WHERE e.id = p.id AND e.payment_reference IS NULL AND n.details ->> 'payment_reference' IS NOT NULL)
  SELECT max(id::text) AS last FROM page LIMIT 1`;

// A payment in addition to a link's own names its exception; the link's own payment has the order of its exception.
const NAME_PAYMENTS = `
  WITH page AS (SELECT id, order_id, provider, status, payment_reference FROM payment_exceptions WHERE id > $1 ORDER BY id LIMIT ${PAGE}),
  credited AS (
    SELECT p.id, min(x.payment_reference) AS reference
      FROM page x JOIN received_payments p ON p.order_id = x.order_id AND p.provider = x.provider
       AND (p.exception_id = x.id OR p.exception_id IS NULL
         AND NOT EXISTS (SELECT FROM received_payments o WHERE o.exception_id = x.id))
     WHERE x.status = 'credited' AND x.payment_reference IS NOT NULL AND p.payment_reference IS NULL
       AND NOT EXISTS (SELECT FROM received_payments o WHERE o.provider = x.provider AND o.payment_reference = x.payment_reference)
     GROUP BY p.id),
  firsts AS (SELECT DISTINCT ON (reference) id, reference FROM credited ORDER BY reference, id),
  named AS (UPDATE received_payments p SET payment_reference = f.reference FROM firsts f WHERE p.id = f.id)
  SELECT max(id::text) AS last FROM page LIMIT 1`;

async function inPages(runner: QueryRunner, statement: string): Promise<void> {
  let last: string | null = '00000000-0000-0000-0000-000000000000';
  while (last !== null) {
    const rows = (await runner.query(statement, [last])) as { last: string | null }[] | undefined;
    last = rows?.[0]?.last ?? null;
  }
}
