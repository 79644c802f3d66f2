import { digitsIn, digitsRule, rule, type BooksRule } from './books-rule';
import {
  BOOKABLE_EXCEPTIONS,
  BUSINESS_RECORDS,
  clearedAmong,
  CREDITS,
  DEPOSITS,
  DISPUTED,
  DISPUTES_WON,
  EXCEPTION_RETURNS,
  exceptionsAmong,
  EXITS,
  GIVEN_BACK,
  PAYOUT_RETURNS,
  REVERSED_REFUNDS,
  RETURNS,
} from './business-records';

/** The rule that each of these records has its journal entry. */
function entryRule(name: string, table: string, records: string): BooksRule {
  return rule(
    name,
    table,
    `SELECT r.id, format('has no entry %s', r.key) AS detail FROM (${records}) r
     WHERE NOT EXISTS (SELECT FROM journal_entries e WHERE e.idempotency_key = r.key)`,
  );
}

/** The rule that each entry has its record, except those of kinds like this. */
export function entryHasARecord(exceptKinds: string): BooksRule {
  return rule(
    'entry_has_a_record',
    'journal_entries',
    `SELECT e.id, format('%s %s about %s %s records nothing', e.kind, e.idempotency_key, e.reference_type,
       e.reference_id) AS detail
     FROM journal_entries e LEFT JOIN ${BUSINESS_RECORDS} r ON r.key = e.idempotency_key
     WHERE e.kind <> 'adjustment' AND e.kind NOT LIKE '${exceptKinds}' AND r.key IS NULL`,
  );
}

const UNALLOCATED = `(
  SELECT substr(e.idempotency_key, strpos(e.idempotency_key, ':') + 1) AS exception_id, p.currency,
    sum(p.amount) AS money
  FROM postings p JOIN journal_entries e ON e.id = p.entry_id WHERE p.platform_account = 'unallocated_receipts'
  GROUP BY 1, 2 HAVING sum(p.amount) <> 0)`;

/** Exceptions `x` whose money was booked, by the entry `e`. */
const BOOKED_EXCEPTIONS = `payment_exceptions x JOIN journal_entries e ON e.idempotency_key = 'exception:' || x.id`;

/**
 * Each journal entry has exactly one business record, and the reverse. These rules read tables that the ledger otherwise
 * knows nothing about: the rules of its own tables cannot see a record without an entry, or an entry that records
 * nothing. An adjustment is its own record.
 */
export const RECORD_RULES: readonly BooksRule[] = [
  entryHasARecord(''),
  rule(
    'entry_fits_its_record',
    'journal_entries',
    `SELECT e.id, format('%s about %s %s, its record is a %s about %s %s', e.kind, e.reference_type, e.reference_id, r.kind,
       r.reference_type, r.reference_id) AS detail
     FROM journal_entries e JOIN ${BUSINESS_RECORDS} r ON r.key = e.idempotency_key
     WHERE e.kind <> r.kind OR r.reference_type IS NOT NULL
       AND (e.reference_type, e.reference_id) IS DISTINCT FROM (r.reference_type, r.reference_id)`,
  ),
  rule(
    'entry_moves_what_its_record_says',
    'journal_entries',
    `SELECT e.id, format('changed wallet %s by %s, its record wallet %s by %s', p.wallet_id, COALESCE(p.change, 0),
       r.wallet_id, r.change) AS detail
     FROM journal_entries e JOIN ${BUSINESS_RECORDS} r ON r.key = e.idempotency_key LEFT JOIN (
       SELECT entry_id, wallet_id, sum(amount) AS change FROM postings WHERE wallet_id IS NOT NULL
       GROUP BY entry_id, wallet_id
     ) p ON p.entry_id = e.id
     WHERE p.wallet_id <> r.wallet_id OR p.wallet_id IS NOT NULL AND r.wallet_id IS NULL
       OR COALESCE(p.change, 0) <> r.change`,
  ),
  entryRule('credited_payment_has_an_entry', 'received_payments', CREDITS),
  entryRule('returned_payment_has_an_entry', 'received_payments', RETURNS),
  entryRule('exception_has_an_entry', 'payment_exceptions', exceptionsAmong(BOOKABLE_EXCEPTIONS)),
  entryRule('resolved_exception_has_an_entry', 'payment_exceptions', clearedAmong(BOOKABLE_EXCEPTIONS)),
  entryRule('returned_exception_has_an_entry', 'payment_exceptions', EXCEPTION_RETURNS),
  entryRule('completed_payout_has_an_entry', 'payouts', EXITS),
  entryRule('returned_payout_has_an_entry', 'payouts', PAYOUT_RETURNS),
  entryRule('completed_refund_has_an_entry', 'refunds', GIVEN_BACK),
  entryRule('reversed_refund_has_an_entry', 'refunds', REVERSED_REFUNDS),
  entryRule('dispute_has_an_entry', 'disputes', DISPUTED),
  entryRule('won_dispute_has_an_entry', 'disputes', DISPUTES_WON),
  entryRule('credited_deposit_has_an_entry', 'provider_notifications', DEPOSITS),
  rule(
    'adjustment_is_explained',
    'journal_entries',
    `SELECT e.id, format('about %s %s, reason %s', e.reference_type, e.reference_id, COALESCE(e.memo, 'none')) AS detail
     FROM journal_entries e
     WHERE e.kind = 'adjustment' AND (COALESCE(e.memo, '') = '' OR e.reference_type IS DISTINCT FROM 'wallet'
       OR EXISTS (SELECT FROM postings p WHERE p.entry_id = e.id
         AND (p.wallet_id <> e.reference_id OR p.platform_account <> 'adjustments')))`,
  ),
  rule(
    'exception_has_its_money',
    'payment_exceptions',
    `SELECT x.id, format('%s, %s %s, with %s %s unallocated', x.status, x.amount, x.currency, COALESCE(u.money, 0),
       u.currency) AS detail
     FROM payment_exceptions x LEFT JOIN (SELECT x.id FROM ${BOOKABLE_EXCEPTIONS}) b ON b.id = x.id
       LEFT JOIN ${UNALLOCATED} u ON u.exception_id = x.id::text
     WHERE u.currency <> x.currency OR COALESCE(u.money, 0)
       <> CASE WHEN x.status = 'open' AND (b.id IS NOT NULL OR u.money IS NOT NULL) THEN x.amount ELSE 0 END`,
  ),
  rule(
    'returned_exception_has_no_money',
    'payment_exceptions',
    `SELECT x.id, format('returned, with %s left in wallet %s', sum(p.amount), p.wallet_id) AS detail
     FROM payment_exceptions x
       JOIN journal_entries e ON e.idempotency_key IN ('exception-cleared:' || x.id, 'exception-return:' || x.id)
       JOIN postings p ON p.entry_id = e.id AND p.wallet_id IS NOT NULL
     WHERE x.status = 'returned' GROUP BY x.id, p.wallet_id HAVING sum(p.amount) <> 0`,
  ),
  rule(
    'exception_was_booked_in_full',
    'payment_exceptions',
    `SELECT x.id, format('%s %s, booked as %s %s', x.amount, x.currency, p.amount, p.currency) AS detail
     FROM ${BOOKED_EXCEPTIONS} LEFT JOIN postings p ON p.entry_id = e.id AND p.platform_account = 'unallocated_receipts'
     WHERE (p.amount, p.currency) IS DISTINCT FROM (x.amount, x.currency)`,
  ),
  // Nothing is booked of an amount that is only known as text, or that is finer than its currency.
  rule(
    'booked_exception_fits_its_currency',
    'payment_exceptions',
    `SELECT x.id, format('%s in %s, which has %s decimals', COALESCE(x.amount::text, 'nothing'),
       COALESCE(x.currency, 'no currency'), COALESCE((${digitsIn('x.currency')})::text, 'no known')) AS detail
     FROM ${BOOKED_EXCEPTIONS} WHERE COALESCE(min_scale(x.amount) > (${digitsIn('x.currency')}), true)`,
  ),
  // No single row violates this rule, so the id is the currency.
  rule(
    'unallocated_is_open_exceptions',
    'postings',
    `SELECT currency AS id, format('%s unallocated, open exceptions have %s', COALESCE(money, 0), COALESCE(open, 0)) AS detail
     FROM (SELECT currency, sum(amount) AS money FROM postings WHERE platform_account = 'unallocated_receipts'
         GROUP BY currency) u
       FULL JOIN (SELECT x.currency, sum(x.amount) AS open FROM ${BOOKABLE_EXCEPTIONS}
         WHERE x.status = 'open' GROUP BY x.currency) o USING (currency)
     WHERE COALESCE(money, 0) <> COALESCE(open, 0)`,
  ),
  digitsRule('payment_fits_its_currency', 'received_payments', [
    'gross_amount',
    'credited_amount',
    'collection_fee',
    'conversion_fee',
    'fee_percentage_amount',
    'fee_fixed_amount',
  ]),
  digitsRule('paid_amount_fits_its_currency', 'received_payments', ['payer_amount', 'payer_fee'], 'payer_currency'),
  rule(
    'link_fits_its_currency',
    'payment_links',
    `SELECT l.id, format('%s in %s, which has %s decimals', l.amount, l.declared,
       COALESCE((${digitsIn('l.declared')})::text, 'no known')) AS detail
     FROM (SELECT id, amount, CASE amount_type WHEN 'charge' THEN currency ELSE currency_destiny END AS declared
       FROM payment_links) l WHERE COALESCE(min_scale(l.amount) > (${digitsIn('l.declared')}), true)`,
  ),
  digitsRule('payout_fits_its_currency', 'payouts', [
    'amount',
    'net_amount',
    'fee_total',
    'fee_percentage_amount',
    'fee_fixed_amount',
    'instant_fee',
    'tax',
    'conversion_fee',
  ]),
  digitsRule('destination_amount_fits_its_currency', 'payouts', ['destination_amount'], 'destination_currency'),
];
