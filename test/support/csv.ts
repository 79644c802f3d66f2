import { parse } from 'csv-parse/sync';
import type { HttpClient } from './http-client';

type Json = Readonly<Record<string, unknown>>;

/** The rows of a file, by the names of its columns. */
export function rowsOf(csv: string): Record<string, string>[] {
  return parse(csv, { columns: true, record_delimiter: '\r\n' }) as Record<string, string>[];
}

/** The object of a response as a row: nested fields with both names, nothing for null. */
export function asRow(json: Json, prefix = ''): Record<string, string> {
  return Object.assign(
    {},
    ...Object.entries(json).map(([name, value]) => {
      if (typeof value === 'object' && value !== null) return asRow(value as Json, `${prefix}${name}_`);
      return { [prefix + name]: value === null ? '' : String(value as string | number | boolean) };
    }),
  ) as Record<string, string>;
}

/** All pages of a list, one after the other. */
export async function allPages(panel: HttpClient, path: string): Promise<Json[]> {
  const all: Json[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, text, body } = await panel.get(`${path}${path.includes('?') ? '&' : '?'}per_page=50${cursor}`);
    if (status !== 200) throw new Error(`${path} got ${status} ${text}`);
    all.push(...(body.data as Json[]));
    const next = body.meta.next_cursor as string | null;
    cursor = next && `&cursor=${next}`;
  }
  return all;
}
