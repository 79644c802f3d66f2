import { statement } from '@app/platform';
import type { BooksCount, Violation } from '../application/ports';
import type { BooksRule } from './books-rule';
import { NOTE, type ProofRow } from './proof-batch';

/** What several parts lack to sum to zero, in each currency. */
export const SUM_OF_CURRENCIES = statement(
  'books.sum-of-currencies',
  `SELECT currency AS id, format('%s left over', sum(amount)) AS detail
   FROM unnest($1::text[], $2::numeric[]) AS l (currency, amount) GROUP BY currency HAVING sum(amount) <> 0
   ORDER BY currency`,
);

/** What the statements of one proof have found. */
export class ProofFindings {
  readonly openHolds = new Set<string>();
  /** Amounts by currency which are zero in sum if the balances of the currency are. */
  readonly left: { currency: string; amount: string }[] = [];
  private readonly counts = { wallets: 0, entries: 0, postings: 0, holds: 0 };
  private readonly found = new Map<string, Map<string, ProofRow>>();

  constructor(
    private readonly rules: readonly BooksRule[],
    private readonly limit: number,
  ) {}

  get checked(): BooksCount {
    return { ...this.counts };
  }

  add(rows: readonly ProofRow[]): void {
    for (const row of rows) {
      if (row.rule === NOTE.count) this.counts[row.id as keyof BooksCount] += Number(row.detail);
      else if (row.rule === NOTE.openHold) this.openHolds.add(row.id);
      else if (row.rule === NOTE.left) this.left.push({ currency: row.id, amount: row.detail });
      else if (row.rule !== NOTE.wallet) this.addViolation(row);
    }
  }

  /** At most `limit` of each rule, in the order of the rules. */
  violations(): Violation[] {
    return this.rules.flatMap(({ name, table }) =>
      [...(this.found.get(name)?.values() ?? [])]
        .map(({ id, detail }) => ({ rule: name, table, id, detail }))
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
  }

  /** A row that is proven twice is found twice. */
  private addViolation(row: ProofRow): void {
    const ofRule = this.found.get(row.rule) ?? new Map<string, ProofRow>();
    this.found.set(row.rule, ofRule);
    if (ofRule.size < this.limit) ofRule.set(`${row.id} ${row.detail}`, row);
  }
}
