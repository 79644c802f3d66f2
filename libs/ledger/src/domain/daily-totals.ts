import { dayOf, Money, type Currency } from '@app/kernel';
import type { WalletPosting } from './posting';

/** What visible movements have added up to since the wallet was created, and its balance. */
export interface WalletFigures {
  readonly totalIn: Money;
  readonly totalOut: Money;
  readonly balance: Money;
}

/** The figures with which a wallet began a UTC day (`2030-01-31`). Only days with postings have an opening. */
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

/** A wallet posting and the moment at which it was written. */
export interface DatedPosting {
  readonly posting: WalletPosting;
  readonly createdAt: Date;
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

/**
 * The openings that follow from all postings of a wallet, in their order. A posting that a clock set back dates before
 * the one that it follows belongs to the day of that one.
 */
export function openingsOf(walletId: string, currency: Currency, postings: readonly DatedPosting[]): DayOpening[] {
  const openings: DayOpening[] = [];
  let figures = noFigures(currency);
  for (const { posting, createdAt } of postings) {
    const [day, last] = [dayOf(createdAt), openings.at(-1)];
    if (!last || last.day < day) openings.push({ walletId, day, ...figures });
    figures = withPosting(figures, posting);
  }
  return openings;
}

function noFigures(currency: Currency): WalletFigures {
  const zero = Money.zero(currency);
  return { totalIn: zero, totalOut: zero, balance: zero };
}

function withPosting({ totalIn, totalOut, balance }: WalletFigures, posting: WalletPosting): WalletFigures {
  const { amount, visible } = posting;
  const out = amount.isNegative();
  return {
    totalIn: visible && !out ? totalIn.plus(amount) : totalIn,
    totalOut: visible && out ? totalOut.minus(amount) : totalOut,
    balance: balance.plus(amount),
  };
}
