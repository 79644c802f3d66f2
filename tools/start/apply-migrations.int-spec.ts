import { createDataSource } from '@app/platform';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { createScratchDatabase } from '../../test/support/test-database';
import { applyMigrations } from './apply-migrations';

describe('applyMigrations', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;

  beforeEach(async () => {
    database = await createScratchDatabase();
  });

  afterEach(() => database.drop());

  async function query<R extends object>(sql: string): Promise<R[]> {
    const client = new Client(database.url);
    await client.connect();
    const { rows } = await client.query<R>(sql);
    await client.end();
    return rows;
  }

  it('does nothing to a database that is up to date', async () => {
    await expect(applyMigrations(database.url)).resolves.toEqual([]);
  });

  it('needs no superuser: the role that owns the database is enough (rule 16.3)', async () => {
    const role = `owner_${randomBytes(6).toString('hex')}`;
    const name = new URL(database.url).pathname.slice(1);
    await query(
      `CREATE ROLE ${role} LOGIN PASSWORD 'x'; DROP SCHEMA public CASCADE; ALTER DATABASE ${name} OWNER TO ${role}`,
    );
    const asOwner = new URL(database.url);
    [asOwner.username, asOwner.password] = [role, 'x'];
    try {
      const client = new Client(asOwner.href);
      await client.connect();
      await client.query('CREATE SCHEMA public');
      await client.end();

      expect(await applyMigrations(asOwner.href)).not.toEqual([]);
    } finally {
      await query(`ALTER DATABASE ${name} OWNER TO CURRENT_USER; DROP OWNED BY ${role} CASCADE; DROP ROLE ${role}`);
    }
  }, 120_000);

  it.each(['LATIN1', 'SQL_ASCII'])('rejects a database in %s by one line, as the processes do', async (encoding) => {
    const name = `old_${randomBytes(6).toString('hex')}`;
    await query(`CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0`);
    const old = Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
    const line = `DATABASE_URL must lead to a database in UTF8, and this one is in ${encoding}`;

    await expect(applyMigrations(old)).rejects.toThrow(line);
    await expect(createDataSource(old, 1, 'test').initialize()).rejects.toThrow(line);
    await query(`DROP DATABASE ${name} WITH (FORCE)`);
  });

  it('applies each migration once when two processes start on an empty database', async () => {
    await query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');

    const outcomes = await Promise.all([applyMigrations(database.url), applyMigrations(database.url)]);

    const applied = await query<{ name: string }>('SELECT name FROM migrations');
    expect(outcomes.flat().sort()).toEqual(applied.map(({ name }) => name).sort());
  });
});
