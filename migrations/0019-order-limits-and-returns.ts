import type { MigrationInterface, QueryRunner } from 'typeorm';

const PAGE = 10_000;

/**
 * Closed orders of closed links, a limit to the orders of a link, and payment exceptions that the rail took back or whose
 * amount is only known as text.
 */
export class OrderLimitsAndReturns1790000000019 implements MigrationInterface {
  readonly name = 'OrderLimitsAndReturns1790000000019';

  async up(runner: QueryRunner): Promise<void> {
    await closeOrdersOfClosedLinks(runner);
    // The times at which a link's orders were opened at a rail. At most as many as the limit of a link.
    await runner.query(`
      CREATE TABLE checkout_openings (
        link_id uuid PRIMARY KEY REFERENCES payment_links (id) ON DELETE CASCADE,
        opened_at timestamptz[] NOT NULL
      )`);
    await runner.query(`
      ALTER TABLE payment_exceptions
        ALTER COLUMN amount DROP NOT NULL, ALTER COLUMN currency DROP NOT NULL,
        ADD COLUMN received_amount text, ADD COLUMN received_currency text,
        ADD CONSTRAINT payment_exceptions_amount_check CHECK (num_nulls(amount, currency) = 0
          OR num_nulls(amount, currency) = 2 AND num_nulls(received_amount, received_currency) = 0),
        DROP CONSTRAINT payment_exceptions_status_check,
        ADD CONSTRAINT payment_exceptions_status_check
          CHECK (status IN ('open', 'credited', 'refunded', 'matched', 'returned'))`);
    // Finds the money of a return about an unknown order.
    await runner.query(`
      CREATE INDEX payment_exceptions_aside_idx ON payment_exceptions (provider, reference) WHERE order_id IS NULL`);
  }

  /**
   * Closed orders stay closed. Exceptions whose amount is only known as text are deleted: the previous version cannot
   * read them.
   */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX payment_exceptions_aside_idx`);
    await runner.query(`DELETE FROM payment_exceptions WHERE amount IS NULL`);
    await runner.query(`UPDATE payment_exceptions SET status = 'refunded' WHERE status = 'returned'`);
    await runner.query(`
      ALTER TABLE payment_exceptions DROP CONSTRAINT payment_exceptions_status_check,
        ADD CONSTRAINT payment_exceptions_status_check CHECK (status IN ('open', 'credited', 'refunded', 'matched')),
        DROP CONSTRAINT payment_exceptions_amount_check, DROP COLUMN received_amount, DROP COLUMN received_currency,
        ALTER COLUMN amount SET NOT NULL, ALTER COLUMN currency SET NOT NULL`);
    await runner.query(`DROP TABLE checkout_openings`);
  }
}

/**
 * Page by page along the index of open orders, and without a lock on the table: the service may run on it. An order that
 * a payment has locked is skipped; that payment settles it, or the deadlines loop closes it.
 */
async function closeOrdersOfClosedLinks(runner: QueryRunner): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const [page] = (await runner.query(
      `WITH page AS MATERIALIZED (
         SELECT id, link_id FROM checkout_orders WHERE status = 'open' AND link_id > $1 ORDER BY link_id LIMIT ${PAGE}
       ), stray AS (
         SELECT o.id FROM page p JOIN payment_links l ON l.id = p.link_id JOIN checkout_orders o ON o.id = p.id
          WHERE l.status <> 'active' AND o.status = 'open' FOR UPDATE OF o SKIP LOCKED
       ), closed AS (
         UPDATE checkout_orders o SET status = 'superseded', updated_at = now() FROM stray WHERE o.id = stray.id
       )
       SELECT max(link_id::text) AS last FROM page`,
      [last],
    )) as { last: string | null }[];
    if (!page?.last) return;
    last = page.last;
  }
}
