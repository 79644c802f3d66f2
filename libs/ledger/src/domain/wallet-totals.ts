import { Money, type Currency } from '@app/kernel';
import type { MovementTotals } from './movement';
import type { WalletPosting } from './posting';
import type { Wallet } from './wallet';

/** What the postings of one type added to a wallet and took from it. Both sums are positive. */
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

/** A wallet and the totals of all its posting types, from one consistent read. */
export interface WalletWithTotals {
  readonly wallet: Wallet;
  readonly totals: readonly TypeTotals[];
}

/** The sum of all changes of one type and visibility. */
export interface ProofLine {
  readonly type: string;
  readonly visible: boolean;
  readonly count: number;
  /** The signed change of the balance. */
  readonly total: Money;
}

/** A wallet's balance, explained by everything that ever changed it. */
export interface WalletProof {
  readonly wallet: Wallet;
  /** Visible types first, then hidden ones, each in alphabetical order. */
  readonly lines: readonly ProofLine[];
  /** The sum of the lines, which equals the wallet's balance while the books are right. */
  readonly sum: Money;
}

/** The totals of the postings, one for each wallet, type and visibility. */
export function totalsOf(postings: readonly WalletPosting[]): TypeTotals[] {
  const totals = new Map<string, TypeTotals>();
  for (const posting of postings) addTotals(totals, totalsOfOne(posting));
  return [...totals.values()];
}

/** Adds `added` to the totals of the same wallet, type and visibility. */
export function addTotals(totals: Map<string, TypeTotals>, added: TypeTotals): void {
  const key = `${added.walletId} ${added.type} ${added.visible}`;
  const current = totals.get(key);
  totals.set(
    key,
    current
      ? {
          ...current,
          totalIn: current.totalIn.plus(added.totalIn),
          countIn: current.countIn + added.countIn,
          totalOut: current.totalOut.plus(added.totalOut),
          countOut: current.countOut + added.countOut,
        }
      : added,
  );
}

/** The lifetime totals that the merchant sees: visible movements only. */
export function movementTotalsOf({ wallet: { id, currency }, totals }: WalletWithTotals): MovementTotals {
  const visibleTotals = totals.filter(({ visible }) => visible);
  return {
    walletId: id,
    totalIn: sumOf(visibleTotals, ({ totalIn }) => totalIn, currency),
    totalOut: sumOf(visibleTotals, ({ totalOut }) => totalOut, currency),
    countIn: visibleTotals.reduce((count, { countIn }) => count + countIn, 0),
    countOut: visibleTotals.reduce((count, { countOut }) => count + countOut, 0),
  };
}

/** The proof of a wallet's balance from its totals. */
export function proofOf({ wallet, totals }: WalletWithTotals): WalletProof {
  const lines = totals
    .map(({ type, visible, totalIn, countIn, totalOut, countOut }) => ({
      type,
      visible,
      count: countIn + countOut,
      total: totalIn.minus(totalOut),
    }))
    .sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
  return { wallet, lines, sum: sumOf(lines, ({ total }) => total, wallet.currency) };
}

function sortKeyOf({ type, visible }: ProofLine): string {
  return `${visible ? 0 : 1} ${type}`;
}

function totalsOfOne({ walletId, movementType, visible, amount }: WalletPosting): TypeTotals {
  const [zero, out] = [Money.zero(amount.currency), amount.isNegative()];
  return {
    walletId,
    type: movementType,
    visible,
    totalIn: out ? zero : amount,
    countIn: out ? 0 : 1,
    totalOut: out ? amount.negated() : zero,
    countOut: out ? 1 : 0,
  };
}

function sumOf<T>(items: readonly T[], amountOf: (item: T) => Money, currency: Currency): Money {
  return Money.sum(items.map(amountOf), currency);
}
