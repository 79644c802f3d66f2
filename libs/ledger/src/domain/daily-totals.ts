import type { Money } from '@app/kernel';

/** What visible movements have added up to since the wallet was created, and its balance. */
export interface WalletFigures {
  readonly totalIn: Money;
  readonly totalOut: Money;
  readonly balance: Money;
}

/** The figures with which a wallet began a day of its time zone (`2030-01-31`). Only days with postings have an opening. */
export interface DayOpening extends WalletFigures {
  readonly walletId: string;
  readonly day: string;
}

/** From one consistent read, what the totals of consecutive days follow from. */
export interface WalletDays {
  /** Of the first of these days and later ones, in order. */
  readonly openings: readonly DayOpening[];
  readonly present: WalletFigures;
}

/** What visible movements brought in and took out on one day, and the balance at its end. Both sums are positive. */
export interface DailyTotals extends WalletFigures {
  readonly day: string;
}

/** The totals of consecutive days: the difference between what a day and the next one with an opening began with. */
export function dailyTotalsOf(days: readonly string[], { openings, present }: WalletDays): DailyTotals[] {
  let next = 0;
  let before: WalletFigures = openings[0] ?? present;
  return days.map((day) => {
    if (openings[next]?.day === day) next += 1;
    const { totalIn, totalOut, balance } = openings[next] ?? present;
    const totals = { day, totalIn: totalIn.minus(before.totalIn), totalOut: totalOut.minus(before.totalOut), balance };
    before = { totalIn, totalOut, balance };
    return totals;
  });
}
