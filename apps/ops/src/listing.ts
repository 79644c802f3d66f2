import { ValidationError, type Page, type PageRequest } from '@app/kernel';
import { optional, type Flag, type Flags } from './command';
import { forCell } from './terminal';

const DEFAULT_LIMIT = '50';
const MAX_LIMIT = 500;

export const LIMIT_FLAG: Flag = { value: DEFAULT_LIMIT, meaning: `how many at most, up to ${MAX_LIMIT}` };

/** The flags of a list that is read page by page. */
export const PAGE_FLAGS = {
  limit: LIMIT_FLAG,
  after: { value: 'CURSOR', meaning: 'continue after a page: its next_cursor' },
} as const satisfies Record<string, Flag>;

/** `--limit`. Throws `ValidationError`. */
export function limitFlag(flags: Flags): number {
  const text = optional(flags, 'limit') ?? DEFAULT_LIMIT;
  const limit = /^\d{1,3}$/.test(text) ? parseInt(text, 10) : 0;
  if (limit < 1 || limit > MAX_LIMIT) {
    throw ValidationError.of('limit', `--limit must be a number from 1 to ${MAX_LIMIT}`);
  }
  return limit;
}

/** `--limit` and `--after`. Throws `ValidationError`. */
export function pageFlags(flags: Flags): PageRequest {
  return { perPage: limitFlag(flags), cursor: optional(flags, 'after') };
}

/** A page under the name of its items. */
export function pageJson<T>(name: string, { items, nextCursor }: Page<T>, toJson: (item: T) => object) {
  return { [name]: items.map(toJson), next_cursor: nextCursor };
}

/** Rows in columns, and the flag that shows the next page. */
export function pageText(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { nextCursor }: Page<unknown>,
): string {
  const table = tableText(headings, rows);
  return nextCursor === null ? table : `${table}\n\nMore: --after ${nextCursor}`;
}

/** Rows in columns under their headings. */
export function tableText(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'There are none.';
  const lines = [headings, ...rows.map((row) => row.map(forCell))];
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const padded = (line: readonly string[]) => line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  return lines.map((line) => padded(line).trimEnd()).join('\n');
}
