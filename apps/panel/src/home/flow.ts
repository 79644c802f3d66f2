import type { Schemas } from '../api/client';
import { addDecimals, compareDecimals, negateDecimal } from '../money/amounts';
import { dayAt, daysAfter } from '../ui/days';

/** What came into a wallet and went out of it on one day of the account, and its balance at the end of the day. */
export type BalanceDay = Schemas['BalanceDay'];

/** The lengths of the period that the chart offers, in days that end with today. */
export const PERIODS = ['7', '30', '90'] as const;
type PeriodDays = (typeof PERIODS)[number];

/** Days of the account, both included. */
export interface Period {
  start_date: string;
  end_date: string;
}

/** The days that end with today in the account's time zone. */
export function periodOf(days: PeriodDays, now: Date, timeZone: string): Period {
  const today = dayAt(now, timeZone);
  return { start_date: daysAfter(today, 1 - Number(days)), end_date: today };
}

export interface FlowTotals {
  in: string;
  out: string;
  /** What the period has added to the balance. */
  net: string;
}

/** The sums of a period, exact. */
export function totalsOf(days: readonly BalanceDay[]): FlowTotals {
  const sumOf = (pick: (day: BalanceDay) => string) => days.map(pick).reduce(addDecimals, '0');
  const totals = { in: sumOf((day) => day.total_in), out: sumOf((day) => day.total_out) };
  return { ...totals, net: addDecimals(totals.in, negateDecimal(totals.out)) };
}

/** Whether any money came or went on the day. */
export function hasMoved({ total_in, total_out }: BalanceDay): boolean {
  return compareDecimals(total_in, '0') !== 0 || compareDecimals(total_out, '0') !== 0;
}

/** A day as the chart draws it. */
export interface FlowBar {
  date: string;
  in: number;
  out: number;
  day: BalanceDay;
}

/** The bars of the chart: what came in above the line, what went out below it. */
export function barsOf(days: readonly BalanceDay[]): FlowBar[] {
  // Numbers only as coordinates: what people read is taken from `day`.
  return days.map((day) => ({ date: day.date, in: Number(day.total_in), out: -Number(day.total_out), day }));
}
