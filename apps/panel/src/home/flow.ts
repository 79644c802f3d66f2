import type { Schemas } from '../api/client';
import { addDecimals, compareDecimals, negateDecimal } from '../money/amounts';
import { dayAt, daysAfter } from '../ui/days';

/** The money into and out of a wallet on one day of the account, and the balance at the end of the day. */
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
  /** The change of the balance in the period. */
  net: string;
}

/** The sums of a period, exact. */
export function totalsOf(days: readonly BalanceDay[]): FlowTotals {
  const sumOf = (pick: (day: BalanceDay) => string) => days.map(pick).reduce(addDecimals, '0');
  const totals = { in: sumOf((day) => day.total_in), out: sumOf((day) => day.total_out) };
  return { ...totals, net: addDecimals(totals.in, negateDecimal(totals.out)) };
}

/** Whether the day has a movement. */
export function hasMovement({ total_in, total_out }: BalanceDay): boolean {
  return compareDecimals(total_in, '0') !== 0 || compareDecimals(total_out, '0') !== 0;
}

/** A day of the chart. */
export interface FlowBar {
  date: string;
  in: number;
  out: number;
  day: BalanceDay;
}

/** The bars of the chart: money in is positive, money out negative. */
export function barsOf(days: readonly BalanceDay[]): FlowBar[] {
  // Numbers only as coordinates: the texts are made from `day`.
  return days.map((day) => ({ date: day.date, in: Number(day.total_in), out: -Number(day.total_out), day }));
}
