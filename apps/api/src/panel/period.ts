import type { Complaints } from '@app/kernel';

/** A stretch of time that a list is asked for: from its first moment up to, but without, its last one. */
export interface Period {
  from: Date | undefined;
  to: Date | undefined;
}

const DAY_MS = 86_400_000;
/** Years that stay four digits long whatever the offset, as the database reads them. */
const DAY = /^[12]\d{3}-\d\d-\d\d$/;
const TIME = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Reads `start_date` and `end_date`, each a day in UTC or a time with its offset. Both belong to the period: of a day all
 * of it, of a time its millisecond. Adds a complaint for one that cannot be read, and for an end before the start.
 */
export function readPeriod(query: Readonly<Record<string, unknown>>, complaints: Complaints): Period {
  const from = read('start_date', query, complaints, 0, 0);
  const to = read('end_date', query, complaints, DAY_MS, 1);
  if (from && to && to <= from) complaints.add('end_date', 'The end_date must not be before the start_date.');
  return { from, to };
}

function read(
  name: string,
  { [name]: text }: Readonly<Record<string, unknown>>,
  complaints: Complaints,
  afterDay: number,
  afterTime: number,
): Date | undefined {
  if (text === undefined) return undefined;
  const date = typeof text === 'string' ? dateOf(text) : undefined;
  if (!date) complaints.add(name, `The ${name} must be a day such as 2030-01-31, or a time with its offset.`);
  return date && new Date(date.getTime() + (DAY.test(text as string) ? afterDay : afterTime));
}

function dateOf(text: string): Date | undefined {
  if (!DAY.test(text) && !TIME.test(text)) return undefined;
  const date = new Date(text);
  const day = text.slice(0, 10);
  // February 30 would silently become a day of March.
  const midnight = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || Number.isNaN(midnight.getTime())) return undefined;
  return midnight.toISOString().startsWith(day) ? date : undefined;
}
