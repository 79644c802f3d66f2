import { Money } from '@app/kernel';
import type { DayOpening, WalletFigures } from '../domain/daily-totals';
import { HIDDEN_MOVEMENT_TYPES } from '../domain/movement';
import { totalsOf, type TypeTotals } from '../domain/wallet-totals';
import type { InMemoryLedgerTables, WalletPostingRecord, WalletRecord } from './in-memory-ledger.tables';
import { openingsOf } from './wallet-openings';

/** A row that violates a rule of the ledger. */
export interface Violation {
  readonly rule: string;
  readonly table: string;
  readonly id: string;
  readonly detail: string;
}

/**
 * Checks the rules that can be violated in memory. Maps keyed by id allow no orphans, and postings from a
 * `JournalEntry` always sum to zero.
 */
export class InMemoryLedgerRules {
  constructor(private readonly tables: InMemoryLedgerTables) {}

  violations(): Violation[] {
    return [
      ...[...this.tables.wallets.values()].flatMap((wallet) => [
        ...this.chainBreaks(wallet),
        ...this.wrongFigures(wallet),
        ...this.wrongDays(wallet),
      ]),
      ...this.wrongTotals(),
      ...this.wrongVisibility(),
      ...this.remainders(),
    ];
  }

  private chainBreaks(wallet: WalletRecord): Violation[] {
    let [version, balance] = [0, Money.zero(wallet.currency)];
    return this.tables.walletPostings(wallet.id).flatMap(({ id, posting, link }) => {
      const continues =
        link?.version === version + 1 && link.before.equals(balance) && link.after.equals(balance.plus(posting.amount));
      version += 1;
      balance = balance.plus(posting.amount);
      const detail = `does not continue wallet ${wallet.id}`;
      return continues ? [] : [{ rule: 'balances_are_chained', table: 'postings', id: String(id), detail }];
    });
  }

  private wrongFigures({ id, currency, balances, version }: WalletRecord): Violation[] {
    const postings = this.tables.walletPostings(id);
    const total = Money.sum(
      postings.map(({ posting }) => posting.amount),
      currency,
    );
    const open = [...this.tables.holds.values()].filter(
      (hold) => hold.walletId === id && !this.tables.resolutions.has(hold.id),
    );
    const held = Money.sum(
      open.map(({ amount }) => amount),
      currency,
    );
    const unless = (correct: boolean, rule: string, detail: string): Violation[] =>
      correct ? [] : [{ rule, table: 'wallets', id, detail }];
    return [
      ...unless(version === postings.length, 'wallet_counts_its_postings', `version ${version}`),
      ...unless(balances.balance.equals(total), 'wallet_balance_is_sum', `balance ${balances.balance.toFixed()}`),
      ...unless(balances.reserved.equals(held), 'reserved_is_open_holds', `reserved ${balances.reserved.toFixed()}`),
    ];
  }

  private wrongDays(wallet: WalletRecord): Violation[] {
    const { id } = wallet;
    const figuresByDay = (openings: readonly DayOpening[]) =>
      new Map(openings.map(({ day, ...figures }) => [day, openingFigures(figures)]));
    const stored = figuresByDay(this.tables.days.filter(({ walletId }) => walletId === id));
    const derived = figuresByDay(openingsOf(wallet, this.tables.walletPostings(id)));
    return differences(stored, derived).map(([day, detail]) => ({
      rule: 'days_match_postings',
      table: 'wallet_days',
      id: `${id} ${day}`,
      detail,
    }));
  }

  private wrongTotals(): Violation[] {
    const figuresByName = (totals: Iterable<TypeTotals>) =>
      new Map([...totals].map((row) => [nameOf(row), figuresOf(row)]));
    const stored = figuresByName(this.tables.totals.values());
    const counted = figuresByName(totalsOf(this.walletPostings().map(({ posting }) => posting)));
    return differences(stored, counted).map(([id, detail]) => ({
      rule: 'totals_match_postings',
      table: 'wallet_totals',
      id,
      detail,
    }));
  }

  private wrongVisibility(): Violation[] {
    const hidden: readonly string[] = HIDDEN_MOVEMENT_TYPES;
    return this.walletPostings()
      .filter(({ posting }) => posting.visible === hidden.includes(posting.movementType))
      .map(({ id, posting }) => ({
        rule: 'only_fees_are_hidden',
        table: 'postings',
        id: String(id),
        detail: posting.movementType,
      }));
  }

  private remainders(): Violation[] {
    const sums = new Map<string, Money>();
    const add = (amount: Money) => sums.set(amount.currency, sums.get(amount.currency)?.plus(amount) ?? amount);
    for (const { balances } of this.tables.wallets.values()) add(balances.balance);
    for (const { posting } of this.tables.postings) if (posting.side === 'platform') add(posting.amount);
    return [...sums.values()]
      .filter((sum) => !sum.isZero())
      .map((sum) => ({
        rule: 'currency_sums_to_zero',
        table: 'wallets',
        id: sum.currency,
        detail: `${sum.toFixed()} left over`,
      }));
  }

  private walletPostings(): WalletPostingRecord[] {
    return this.tables.postings.filter((row): row is WalletPostingRecord => row.posting.side === 'wallet');
  }
}

/** The keys whose texts differ, with what is stored for them. */
function differences(stored: Map<string, string>, derived: Map<string, string>): [key: string, stored: string][] {
  return [...new Set([...stored.keys(), ...derived.keys()])]
    .filter((key) => stored.get(key) !== derived.get(key))
    .map((key) => [key, stored.get(key) ?? 'no row']);
}

function openingFigures({ totalIn, totalOut, balance }: WalletFigures): string {
  return `in ${totalIn.toFixed()}, out ${totalOut.toFixed()}, balance ${balance.toFixed()}`;
}

function nameOf({ walletId, type, visible }: TypeTotals): string {
  return `${walletId} ${type} ${visible ? 'visible' : 'hidden'}`;
}

function figuresOf({ totalIn, countIn, totalOut, countOut }: TypeTotals): string {
  return `in ${totalIn.toFixed()} (${countIn}), out ${totalOut.toFixed()} (${countOut})`;
}
