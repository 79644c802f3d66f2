import { dayIn, Money, type Currency } from '@app/kernel';
import type { NewWallet } from '../application/ports';
import type { DayOpening, WalletFigures } from '../domain/daily-totals';
import type { WalletPosting } from '../domain/posting';

/** A wallet posting and the moment at which it was written. */
export interface DatedPosting {
  readonly posting: WalletPosting;
  readonly createdAt: Date;
}

/**
 * The openings that follow from all postings of a wallet, in their order. A posting that a clock set back dates before
 * the one that it follows belongs to the day of that one.
 */
export function openingsOf(
  { id: walletId, currency, timeZone }: Pick<NewWallet, 'id' | 'currency' | 'timeZone'>,
  postings: readonly DatedPosting[],
): DayOpening[] {
  const openings: DayOpening[] = [];
  let figures = noFigures(currency);
  for (const { posting, createdAt } of postings) {
    const [day, last] = [dayIn(timeZone, createdAt), openings.at(-1)];
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
