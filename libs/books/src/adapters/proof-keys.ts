import { statement, type Statement } from '@app/platform';
import { RECORD_OF_KEY } from './proof-scopes';

const nextById = (table: string, column = 'id'): Statement =>
  statement(
    `books.next.${table}`,
    `SELECT t.${column}::text AS id FROM ${table} t WHERE t.${column} > $1::text::uuid ORDER BY t.${column} LIMIT $2`,
  );

/** What precedes every key. */
export const FIRST = { ids: '00000000-0000-0000-0000-000000000000', texts: ' ' } as const;

/** At most `$2` keys of a table after the key `$1`, in their order. A posting of no entry is proven as if it had one. */
export const NEXT_KEYS: Readonly<Record<string, Statement>> = {
  journal_entries: statement(
    'books.next.journal_entries',
    `SELECT id::text FROM (
       (SELECT id FROM journal_entries WHERE id > $1::text::uuid ORDER BY id LIMIT $2) UNION
       (SELECT DISTINCT entry_id FROM postings WHERE entry_id > $1::text::uuid ORDER BY entry_id LIMIT $2)) e
     ORDER BY e.id LIMIT $2`,
  ),
  // Every wallet, and what has totals or days without being one.
  wallets: statement(
    'books.next.wallets',
    `SELECT id::text FROM (
       (SELECT id FROM wallets WHERE id > $1::text::uuid ORDER BY id LIMIT $2) UNION
       (SELECT DISTINCT wallet_id FROM wallet_totals WHERE wallet_id > $1::text::uuid ORDER BY wallet_id LIMIT $2) UNION
       (SELECT DISTINCT wallet_id FROM wallet_days WHERE wallet_id > $1::text::uuid ORDER BY wallet_id LIMIT $2)) w
     ORDER BY w.id LIMIT $2`,
  ),
  holds: nextById('holds'),
  hold_resolutions: nextById('hold_resolutions', 'hold_id'),
  payment_links: nextById('payment_links'),
  checkout_orders: nextById('checkout_orders'),
  received_payments: nextById('received_payments'),
  payment_exceptions: nextById('payment_exceptions'),
  payouts: nextById('payouts'),
  transfer_verifications: nextById('transfer_verifications'),
  refunds: nextById('refunds'),
  disputes: nextById('disputes'),
  provider_notifications: statement(
    'books.next.provider_notifications',
    `SELECT provider || ' ' || notification_id AS id FROM provider_notifications
     WHERE kind = 'deposit' AND (provider, notification_id)
       > (split_part($1::text, ' ', 1), substr($1::text, strpos($1::text, ' ') + 1))
     ORDER BY provider, notification_id LIMIT $2`,
  ),
};

const within = (time: string) => `${time} >= $1::timestamptz AND ${time} < $2::timestamptz`;
const where = (table: string, condition: string, column = 'id') =>
  `SELECT ${column} AS id FROM ${table} WHERE ${condition}`;
const whereAny = (table: string, column: string, values: string, selected = 'id') =>
  where(table, `${column} = ANY (ARRAY(${values}))`, selected);

const PAID_AT = 'GREATEST(created_at, credited_at, returned_at)';
/** The records that the entries of the time name in their keys. */
const NAMED = `SELECT ${RECORD_OF_KEY} FROM journal_entries e WHERE ${within('e.created_at')}`;
const REFUNDED = where('refunds', within('updated_at'), 'received_payment_id');
const DISPUTED = where('disputes', within('GREATEST(opened_at, resolved_at)'), 'received_payment_id');
const RESOLVED = where('hold_resolutions', within('created_at'), 'hold_id');
const BOOKED = `(order_id = ANY (ARRAY(${NAMED})) OR exception_id = ANY (ARRAY(${NAMED})))`;

const changed = (table: string, ...selects: readonly string[]): Statement =>
  statement(
    `books.changed.${table}`,
    `SELECT DISTINCT id::text FROM (${selects.join(' UNION ALL ')}) c WHERE id IS NOT NULL`,
  );

/**
 * The keys of the rows of a table that were written, or whose partners were, from the time `$1` until `$2`. Of wallets
 * all are proven, whatever changed.
 */
export const CHANGED_KEYS: Readonly<Record<string, Statement>> = {
  journal_entries: changed(
    'journal_entries',
    where('journal_entries', within('created_at')),
    where('postings', within('created_at'), 'entry_id'),
  ),
  holds: changed(
    'holds',
    where('holds', within('created_at')),
    RESOLVED,
    where('payouts', within('updated_at'), 'hold_id'),
    where('refunds', within('updated_at'), 'hold_id'),
  ),
  hold_resolutions: changed('hold_resolutions', RESOLVED),
  payment_links: changed(
    'payment_links',
    where('payment_links', within('updated_at')),
    where('received_payments', within(PAID_AT), 'payment_link_id'),
    where('received_payments', BOOKED, 'payment_link_id'),
  ),
  checkout_orders: changed(
    'checkout_orders',
    where('checkout_orders', within('updated_at')),
    where('received_payments', within(PAID_AT), 'order_id'),
    whereAny('checkout_orders', 'id', NAMED),
  ),
  received_payments: changed(
    'received_payments',
    where('received_payments', within(PAID_AT)),
    where('received_payments', BOOKED),
    REFUNDED,
    DISPUTED,
    whereAny('refunds', 'id', NAMED, 'received_payment_id'),
    whereAny('disputes', 'id', NAMED, 'received_payment_id'),
  ),
  payment_exceptions: changed(
    'payment_exceptions',
    where('payment_exceptions', within('GREATEST(created_at, resolved_at)')),
    whereAny('payment_exceptions', 'id', NAMED),
  ),
  payouts: changed(
    'payouts',
    where('payouts', within('updated_at')),
    whereAny('payouts', 'id', NAMED),
    whereAny('payouts', 'hold_id', RESOLVED),
    where('transfer_verifications', within('updated_at'), 'payout_id'),
    where('payout_returns', within('returned_at'), 'payout_id'),
  ),
  transfer_verifications: changed(
    'transfer_verifications',
    where('transfer_verifications', within('updated_at')),
    whereAny('transfer_verifications', 'payout_id', where('payouts', within('updated_at'))),
  ),
  refunds: changed(
    'refunds',
    where('refunds', within('updated_at')),
    whereAny('refunds', 'id', NAMED),
    whereAny('refunds', 'hold_id', RESOLVED),
  ),
  disputes: changed(
    'disputes',
    where('disputes', within('GREATEST(opened_at, resolved_at)')),
    whereAny('disputes', 'id', NAMED),
  ),
  provider_notifications: statement(
    'books.changed.provider_notifications',
    `SELECT provider || ' ' || notification_id AS id FROM provider_notifications
     WHERE kind = 'deposit' AND ${within('GREATEST(received_at, settled_at)')}`,
  ),
};
