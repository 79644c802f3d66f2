import { Money, type Currency } from '@app/kernel';
import type { MovementTotals } from './movement';
import type { WalletPosting } from './posting';
import type { Wallet } from './wallet';

/** What the postings of one type brought into a wallet and took out of it. Both sums are positive. */
export interface TypeTotals {
  readonly walletId: string;
  /** A `MovementType` or `HiddenMovementType`, unless a later release wrote the row. */
  readonly type: string;
  readonly visible: boolean;
  readonly totalIn: Money;
  readonly countIn: number;
  readonly totalOut: Money;
  readonly countOut: number;
}

/** A wallet, and the totals of all types that it has postings of, as they were at one moment. */
export interface WalletWithTotals {
  readonly wallet: Wallet;
  readonly totals: readonly TypeTotals[];
}

/** All changes of one type, those that the merchant's list shows apart from those that it leaves out. */
export interface ProofLine {
  readonly type: string;
  readonly visible: boolean;
  readonly count: number;
  /** The signed change of the balance. */
  readonly total: Money;
}

/** Explains a wallet's balance by everything that ever changed it. */
export interface WalletProof {
  readonly wallet: Wallet;
  /** Visible types first, each group by type. */
  readonly lines: readonly ProofLine[];
  /** Of the lines: equals the wallet's balance as long as the books are right. */
  readonly sum: Money;
}

/** The totals of these postings, one for each wallet, type and visibility. */
export function totalsOf(postings: readonly WalletPosting[]): TypeTotals[] {
  const totals = new Map<string, TypeTotals>();
  for (const posting of postings) addTotals(totals, single(posting));
  return [...totals.values()];
}

/** Adds to what `totals` has for that wallet, type and visibility. */
export function addTotals(totals: Map<string, TypeTotals>, added: TypeTotals): void {
  const key = `${added.walletId} ${added.type} ${added.visible}`;
  const known = totals.get(key);
  totals.set(
    key,
    known
      ? {
          ...known,
          totalIn: known.totalIn.plus(added.totalIn),
          countIn: known.countIn + added.countIn,
          totalOut: known.totalOut.plus(added.totalOut),
          countOut: known.countOut + added.countOut,
        }
      : added,
  );
}

/** What the merchant is told of the wallet's whole life: visible movements only. */
export function movementTotalsOf({ wallet: { id, currency }, totals }: WalletWithTotals): MovementTotals {
  const shown = totals.filter(({ visible }) => visible);
  return {
    walletId: id,
    totalIn: sumOf(shown, ({ totalIn }) => totalIn, currency),
    totalOut: sumOf(shown, ({ totalOut }) => totalOut, currency),
    countIn: shown.reduce((count, { countIn }) => count + countIn, 0),
    countOut: shown.reduce((count, { countOut }) => count + countOut, 0),
  };
}

export function proofOf({ wallet, totals }: WalletWithTotals): WalletProof {
  const lines = totals
    .map(({ type, visible, totalIn, countIn, totalOut, countOut }) => ({
      type,
      visible,
      count: countIn + countOut,
      total: totalIn.minus(totalOut),
    }))
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  return { wallet, lines, sum: sumOf(lines, ({ total }) => total, wallet.currency) };
}

function placeOf({ type, visible }: ProofLine): string {
  return `${visible ? 0 : 1} ${type}`;
}

function single({ walletId, movementType, visible, amount }: WalletPosting): TypeTotals {
  const [none, out] = [Money.zero(amount.currency), amount.isNegative()];
  return {
    walletId,
    type: movementType,
    visible,
    totalIn: out ? none : amount,
    countIn: out ? 0 : 1,
    totalOut: out ? amount.negated() : none,
    countOut: out ? 1 : 0,
  };
}

function sumOf<T>(items: readonly T[], amountOf: (item: T) => Money, currency: Currency): Money {
  return Money.sum(items.map(amountOf), currency);
}
