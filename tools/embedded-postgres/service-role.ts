import { Client } from 'pg';

/** The ordinary role of the service, which owns its database. */
export const SERVICE_ROLE = 'servicepay_service';

/** What is in the schema and is neither part of an extension nor owned through a table: one `ALTER` for each. */
const OWNED_BY_OTHERS = `
  WITH role AS (SELECT oid FROM pg_roles WHERE rolname = $1)
  SELECT format('ALTER %s %s OWNER TO %I', kind, name, $1) AS change
  FROM (
    SELECT 'DATABASE' AS kind, quote_ident(datname) AS name, datdba AS owner, 'pg_database'::regclass AS catalog, oid
      FROM pg_database WHERE datname = current_database()
    UNION ALL
    SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END,
        oid::regclass::text, relowner, 'pg_class'::regclass, oid
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
    UNION ALL
    SELECT 'ROUTINE', oid::regprocedure::text, proowner, 'pg_proc'::regclass, oid
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'TYPE', oid::regtype::text, typowner, 'pg_type'::regclass, oid
      FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typtype IN ('d', 'e', 'r')
  ) AS object
  WHERE owner <> (SELECT oid FROM role) AND NOT EXISTS (
    SELECT 1 FROM pg_depend d
    WHERE d.classid = object.catalog AND d.objid = object.oid AND d.objsubid = 0 AND d.deptype IN ('a', 'e', 'i')
  )`;

/**
 * Gives the database of a server, with everything in it, to the service's role, which is created when it is missing. Also moves
 * the data of earlier versions and restored backups, whose owner is the superuser. Changes all or nothing.
 */
export async function ensureServiceRole(superuserUrl: string, password: string): Promise<void> {
  const client = new Client(superuserUrl);
  await client.connect();
  try {
    await client.query('BEGIN');
    const { rowCount: exists } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE]);
    if (!exists) await client.query(`CREATE ROLE ${SERVICE_ROLE} LOGIN`);
    await client.query(`ALTER ROLE ${SERVICE_ROLE} PASSWORD ${client.escapeLiteral(password)}`);
    const { rows } = await client.query<{ change: string }>(OWNED_BY_OTHERS, [SERVICE_ROLE]);
    for (const { change } of rows) await client.query(change);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
