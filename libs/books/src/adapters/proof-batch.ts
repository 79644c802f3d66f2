import { statement, type Statement } from '@app/platform';
import type { BooksRule } from './books-rule';
import type { ProofScope } from './proof-scopes';

/** The name of a row that is no violation. */
export const NOTE = {
  /** How many rows of the table `id` were seen, as `detail`. */
  count: '#count',
  /** A hold without an outcome, as `id`. */
  openHold: '#open-hold',
  /** What the currency `id` lacks to sum to zero, as `detail`. */
  left: '#left',
  /** The wallet `id` as it was proven, as JSON in `detail`. */
  wallet: '#wallet',
} as const;

/** One row of a proof: a violation of the rule with this name, or a note. */
export interface ProofRow {
  readonly rule: string;
  readonly id: string;
  readonly detail: string;
}

const count = (table: string, from: string) =>
  `SELECT '${NOTE.count}' AS rule, '${table}' AS id, count(*)::text AS detail FROM ${from}`;

/** What else a scope tells, by its table. An entry belongs to the currency of the wallet, also where its posting does not. */
const NOTES: Readonly<Record<string, readonly string[]>> = {
  journal_entries: [
    count('entries', 'proven'),
    count('postings', 'postings'),
    `SELECT '${NOTE.left}', COALESCE(w.currency, p.currency), sum(p.amount)::text
     FROM postings p LEFT JOIN wallets w ON w.id = p.wallet_id WHERE p.wallet_id IS NULL OR w.id IS NOT NULL
     GROUP BY 2 HAVING sum(p.amount) <> 0`,
  ],
  wallets: [count('wallets', 'wallets')],
  holds: [
    count('holds', 'holds'),
    `SELECT '${NOTE.openHold}', h.id::text, NULL FROM holds h
     WHERE NOT EXISTS (SELECT FROM hold_resolutions r WHERE r.hold_id = h.id)`,
  ],
};

/**
 * The statement that proves the rows of a scope with the keys `$2` by these rules, and finds at most `$1` violations of
 * each. Being one statement, it sees one state of the books.
 */
export function batchOf(scope: ProofScope, rules: readonly BooksRule[]): Statement {
  const hidden = scope.hides.map(([name, select]) => `${name} AS MATERIALIZED (${select})`);
  const found = rules.map(({ name, table, select }) => {
    // Postings have no keys among `$2`; the scope has no others than those of the entries that are proven.
    const ours = table === 'postings' ? '' : 'WHERE v.id = ANY ($2::text[])';
    return `SELECT '${name}' AS rule, v.id, v.detail FROM (SELECT id::text, detail FROM (${select}) r) v ${ours} LIMIT $1`;
  });
  const arms = [...found, ...(NOTES[scope.table] ?? [])].map((arm) => `(${arm})`);
  return statement(`books.prove.${scope.table}`, `WITH ${hidden.join(', ')} ${arms.join(' UNION ALL ')}`);
}
