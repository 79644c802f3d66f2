import type { Statement } from '@app/platform';
import type { DataSource } from 'typeorm';

/** The plan of a statement for these parameters, as text. It is not executed. */
export async function planOf(source: DataSource, { text }: Statement, parameters: unknown[]): Promise<string> {
  const rows = await source.query<{ 'QUERY PLAN': string }[]>(`EXPLAIN ${text}`, parameters);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
