/** The first moment of a month in UTC, so many months from now. */
export function monthStart(ahead: number): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
}

/** The month as names of partitions end: `2027_02`. */
export const monthName = (month: Date): string => month.toISOString().slice(0, 7).replace('-', '_');

export const later = (time: Date, ms: number): Date => new Date(time.getTime() + ms);
