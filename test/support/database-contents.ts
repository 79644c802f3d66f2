import { Database, type Statement } from '@app/platform';
import type { TestService } from './service';

/**
 * Written with or some time after any request with a valid credential, even if the request was rejected: `ApiKeyUsage`
 * collects uses and writes them in batches, and sessions are marked as seen once a minute.
 */
const BY_ITSELF = ['last_used_at', 'last_seen_at', 'idle_expires_at'];

/** Processes report themselves in it, twice a second. */
const PRESENCE = 'service_processes';

/** The contents of every table, in one line each: the number of rows, and a digest of all rows. */
export type Contents = Readonly<Record<string, string>>;

/**
 * Detects whether anything was written to a database: inserted, deleted or changed. One statement over all tables in
 * the catalogue. Nothing else may use the database at the same time.
 */
export class DatabaseContents {
  /** Named, because planning it takes ten times as long as executing it. */
  private statement: Statement | undefined;

  constructor(private readonly service: Pick<TestService, 'sql' | 'get'>) {}

  /** All tables except the given ones. */
  async now(except: readonly string[] = []): Promise<Contents> {
    this.statement ??= { name: 'test.contents', text: await this.compose() };
    const rows = await this.service.get(Database).read<{ name: string; content: string }>(this.statement);
    const held = rows.filter(({ name }) => !except.includes(name));
    return Object.fromEntries(held.map(({ name, content }) => [name, content]));
  }

  private async compose(): Promise<string> {
    const tables = await this.service.sql<{ name: string }>(
      `SELECT c.relname AS name FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND c.relname <> '${PRESENCE}'
        ORDER BY c.relname`,
    );
    const without = BY_ITSELF.map((column) => `- '${column}'`).join(' ');
    return tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name, count(*) || ' rows, digest ' ||
             coalesce(sum(hashtextextended((to_jsonb(t) ${without})::text, 0)), 0) AS content FROM "${name}" t`,
      )
      .join(' UNION ALL ');
  }
}
