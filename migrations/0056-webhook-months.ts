import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Partitions webhook events, deliveries and attempts by the month in their ids, which are UUIDs version 7. The primary keys
 * stay what they were, and code of earlier versions works as before (docs/adr/0037). No row is read or moved: the present
 * table becomes the first partition of a new one. `_rest` takes what has no partition, so that no row is ever rejected.
 *
 * Foreign keys to partitioned tables would make it expensive to drop a partition. Triggers check the same when a row
 * is deleted; those that insert a row that refers to another insert or lock that one in the same transaction.
 */
export class WebhookMonths1790000000056 implements MigrationInterface {
  readonly name = 'WebhookMonths1790000000056';
  /**
   * Each step is a transaction that locks few tables, in the order in which statements that write them do, so that payments wait
   * for moments only. A step that has been taken is left out when the migration is run again.
   */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await this.references(runner);
    await runner.query(withoutKey('webhook_queue', 'webhook_queue_delivery_id_fkey', 'webhook_deliveries'));
    await runner.query(withoutKey('webhook_deliveries', 'webhook_deliveries_event_id_fkey', 'webhook_events'));
    for (const table of TABLES) await runner.query(partitioned(table));
  }

  /** Copies the rows of all months into one table. */
  async down(runner: QueryRunner): Promise<void> {
    for (const { name, key } of TABLES.toReversed()) await runner.query(flat(name, key));
    await runner.query(`DROP FUNCTION refuse_deletion_of_event, refuse_deletion_of_delivery CASCADE`);
    await runner.query(`
      ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_event_id_fkey
        FOREIGN KEY (event_id) REFERENCES webhook_events (id)`);
    await runner.query(`
      ALTER TABLE webhook_queue ADD CONSTRAINT webhook_queue_delivery_id_fkey
        FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries (id)`);
  }

  /** What foreign keys reject when a row is deleted, with the same error. */
  private async references(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION refuse_deletion_of_event() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM webhook_deliveries WHERE event_id = OLD.id) THEN
          RAISE EXCEPTION 'event % has deliveries', OLD.id USING ERRCODE = 'foreign_key_violation',
            CONSTRAINT = 'webhook_deliveries_event_id_fkey', TABLE = 'webhook_deliveries';
        END IF;
        RETURN NULL;
      END $$`);
    await runner.query(`
      CREATE OR REPLACE FUNCTION refuse_deletion_of_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF EXISTS (SELECT FROM webhook_queue WHERE delivery_id = OLD.id) THEN
          RAISE EXCEPTION 'delivery % is queued', OLD.id USING ERRCODE = 'foreign_key_violation',
            CONSTRAINT = 'webhook_queue_delivery_id_fkey', TABLE = 'webhook_queue';
        END IF;
        RETURN NULL;
      END $$`);
    for (const { name, guard } of TABLES) if (guard) await runner.query(guarded(name, guard));
  }
}

/** The partitioned tables, the columns with the time, the tables that they refer to, and what checks deletions. */
const TABLES = [
  { name: 'webhook_events', key: 'id', refersTo: 'accounts', guard: 'refuse_deletion_of_event' },
  { name: 'webhook_deliveries', key: 'id', refersTo: 'webhook_endpoints', guard: 'refuse_deletion_of_delivery' },
  { name: 'webhook_delivery_attempts', key: 'delivery_id', refersTo: undefined, guard: undefined },
] as const;

/** Shorter than `deadlock_timeout`, so that a deadlock ends the migration and not a payment. */
const BRIEFLY = `SET LOCAL lock_timeout = '250ms'`;

const trigger = (table: string, guard: string) => `
    CREATE TRIGGER ${table}_referenced AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${guard}();`;

const guarded = (table: string, guard: string) => `
  DO $$
  BEGIN
    ${BRIEFLY};
    IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = '${table}'::regclass AND tgname = '${table}_referenced') THEN RETURN; END IF;
    ${trigger(table, guard)}
  END $$`;

const withoutKey = (table: string, key: string, referred: string) => `
  DO $$
  BEGIN
    ${BRIEFLY};
    IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = '${table}'::regclass AND conname = '${key}') THEN RETURN; END IF;
    LOCK TABLE ${table}, ${referred} IN ACCESS EXCLUSIVE MODE;
    ALTER TABLE ${table} DROP CONSTRAINT ${key};
  END $$`;

/**
 * Makes the table the first partition of a new one with its name, columns, defaults, checks, indexes and foreign keys. Indexes
 * and keys of the first partition get names of their own; PostgreSQL recognises them as parts of the new ones.
 */
const partitioned = ({ name: table, key, refersTo, guard }: (typeof TABLES)[number]) => `
  DO $$
  DECLARE
    bound text := (SELECT substring(pg_get_constraintdef(oid) FROM '[0-9a-f]{8}-[0-9a-f-]{27}') FROM pg_constraint
      WHERE conrelid = '${table}'::regclass AND conname = '${table}_first_check');
    keys text[] := ARRAY(SELECT format('ALTER TABLE ${table} ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE conrelid = '${table}'::regclass AND contype IN ('p', 'u', 'f') ORDER BY contype DESC);
    indexes text[] := ARRAY(SELECT pg_get_indexdef(indexrelid) FROM pg_index WHERE indrelid = '${table}'::regclass
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u')));
    options text := (SELECT array_to_string(reloptions, ', ') FROM pg_class WHERE oid = '${table}'::regclass);
    name text;
    statement text;
  BEGIN
    ${BRIEFLY};
    IF (SELECT relkind FROM pg_class WHERE oid = '${table}'::regclass) = 'p' THEN RETURN; END IF;
    ${refersTo ? `LOCK TABLE ${refersTo} IN SHARE ROW EXCLUSIVE MODE;` : ''}
    LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE;
    FOR name IN SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = '${table}'::regclass
    LOOP EXECUTE format('ALTER INDEX %I RENAME TO %I', name, regexp_replace(name, '^${table}', '${table}_first')); END LOOP;
    ${guard ? `DROP TRIGGER ${table}_referenced ON ${table};` : ''}
    ALTER TABLE ${table} RENAME TO ${table}_first;
    CREATE TABLE ${table} (LIKE ${table}_first INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
      PARTITION BY RANGE (${key});
    ALTER TABLE ${table} DROP CONSTRAINT ${table}_first_check;
    FOREACH statement IN ARRAY keys || indexes LOOP EXECUTE statement; END LOOP;
    EXECUTE format('ALTER TABLE ${table} ATTACH PARTITION ${table}_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
    ALTER TABLE ${table}_first DROP CONSTRAINT ${table}_first_check;
    EXECUTE format('CREATE TABLE ${table}_rest PARTITION OF ${table} DEFAULT %s', 'WITH (' || options || ')');
    ${guard ? trigger(table, guard) : ''}
  END $$`;

/** Fails if retention has dropped the first partition. */
const flat = (table: string, key: string) => `
  DO $$
  DECLARE
    month timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '2 months';
    name text;
  BEGIN
    ALTER TABLE ${table} DETACH PARTITION ${table}_first;
    INSERT INTO ${table}_first SELECT * FROM ${table};
    DROP TABLE ${table};
    ALTER TABLE ${table}_first RENAME TO ${table};
    FOR name IN SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = '${table}'::regclass
    LOOP EXECUTE format('ALTER INDEX %I RENAME TO %I', name, regexp_replace(name, '^${table}_first', '${table}')); END LOOP;
    EXECUTE format('ALTER TABLE ${table} ADD CONSTRAINT ${table}_first_check CHECK (${key} < %L) NOT VALID',
      (lpad(to_hex((extract(epoch FROM month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid);
  END $$`;
