import { ValidationError } from '@app/kernel';
import { optional, type Flags } from './command';

const DEFAULT_LIMIT = '50';
const MAX_LIMIT = 500;

export const LIMIT_USAGE = `[--limit ${DEFAULT_LIMIT}]`;

/** `--limit`. Throws `ValidationError`. */
export function limitFlag(flags: Flags): number {
  const text = optional(flags, 'limit') ?? DEFAULT_LIMIT;
  const limit = /^\d{1,3}$/.test(text) ? parseInt(text, 10) : 0;
  if (limit < 1 || limit > MAX_LIMIT) {
    throw ValidationError.of('limit', `--limit must be a number from 1 to ${MAX_LIMIT}`);
  }
  return limit;
}

/** Rows in columns under their headings. */
export function tableText(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return 'There are none.';
  const lines = [headings, ...rows];
  const widths = headings.map((_, i) => Math.max(...lines.map((line) => (line[i] ?? '').length)));
  const padded = (line: readonly string[]) => line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  return lines.map((line) => padded(line).trimEnd()).join('\n');
}
