import { hostUrls } from '@app/platform';
import { Client } from 'pg';

/**
 * Whether the database has an account with the slug. One query on a connection of its own, for a start that does not load
 * the application context.
 */
export async function accountExists(databaseUrl: string, slug: string): Promise<boolean> {
  const client = new Client({ connectionString: hostUrls(databaseUrl)[0], connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return (await client.query('SELECT 1 FROM accounts WHERE slug = $1', [slug])).rowCount === 1;
  } finally {
    await client.end();
  }
}
