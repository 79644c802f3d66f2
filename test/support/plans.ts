import type { Statement } from '@app/platform';
import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';

/** The plan of a statement for these parameters, as text. It is not executed. */
export async function planOf(source: DataSource, { text }: Statement, parameters: unknown[]): Promise<string> {
  const rows = await source.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, parameters);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

/** The tables that statements on the returned client scan from end to end. The statements are executed too. */
export function recordingScans(client: PoolClient): { client: PoolClient; scans: Set<string> } {
  const scans = new Set<string>();
  const query = async (text: string, values: unknown[]) => {
    if (/^\s*(WITH|SELECT)\b/.test(text) && !text.includes('set_config')) {
      const plan = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
      for (const row of plan.rows) {
        const [, table] = /Seq Scan on (\w+)/.exec(row['QUERY PLAN']) ?? [];
        if (table) scans.add(table);
      }
    }
    return client.query(text, values);
  };
  return { client: { query } as unknown as PoolClient, scans };
}
