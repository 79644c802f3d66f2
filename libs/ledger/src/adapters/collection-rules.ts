import { rule, type BooksRule } from './books-rule';

const CREDITED = `r.status IN ('credited', 'returned')`;

/**
 * Credited payments `r` with their entries `e`. Both refer to the link. A payment that staff credited in addition to
 * the link's own comes from a payment exception, which the idempotency key of its entry names.
 */
const PAYMENTS_WITH_ENTRIES = `
  (SELECT * FROM received_payments r WHERE ${CREDITED}) r LEFT JOIN (
    SELECT e.id, e.reference_type, e.reference_id, extra.exception_id
    FROM journal_entries e
    LEFT JOIN received_payments extra ON e.idempotency_key = 'exception-cleared:' || extra.exception_id
    WHERE e.kind IN ('collection', 'payment_exception_credit')
  ) e ON e.reference_type = r.kind AND e.reference_id = r.payment_link_id
    AND e.exception_id IS NOT DISTINCT FROM r.exception_id`;

/**
 * Every credited payment has moved exactly its amount. These rules read the tables of payment-links, which the ledger
 * otherwise knows nothing about: the auditor covers the whole database, and the rules of the books alone cannot see a
 * payment whose entry is missing.
 */
export const COLLECTION_RULES: readonly BooksRule[] = [
  rule(
    'payment_has_one_entry',
    'received_payments',
    `SELECT r.id, format('%s, with %s entries', r.status, count(e.id)) AS detail
     FROM ${PAYMENTS_WITH_ENTRIES} GROUP BY r.id, r.status HAVING count(e.id) <> 1`,
  ),
  // A debit's entry credits the whole amount and takes the fee in a hidden posting, so the wallet's postings are
  // summed.
  rule(
    'payment_credits_its_wallet',
    'received_payments',
    `SELECT r.id, format('%s credited, entry %s changed the wallet by %s', r.credited_amount, e.id,
       COALESCE(p.change, 0)) AS detail
     FROM ${PAYMENTS_WITH_ENTRIES} LEFT JOIN (
       SELECT entry_id, wallet_id, sum(amount) AS change FROM postings WHERE wallet_id IS NOT NULL
       GROUP BY entry_id, wallet_id
     ) p ON p.entry_id = e.id AND p.wallet_id = r.wallet_id
     WHERE e.id IS NOT NULL AND r.credited_amount <> COALESCE(p.change, 0)`,
  ),
  rule(
    'paid_link_has_one_payment',
    'payment_links',
    `SELECT l.id, format('%s, with %s payments, %s of them credited', l.status, count(r.id),
       count(r.id) FILTER (WHERE ${CREDITED})) AS detail
     FROM payment_links l LEFT JOIN received_payments r ON r.payment_link_id = l.id AND r.exception_id IS NULL
     WHERE l.status IN ('completed', 'returned')
     GROUP BY l.id, l.status HAVING count(r.id) <> 1 OR count(r.id) FILTER (WHERE ${CREDITED}) <> 1`,
  ),
  rule(
    'unpaid_link_credits_nothing',
    'payment_links',
    `SELECT l.id, format('%s, with payment %s %s', l.status, r.id, r.status) AS detail
     FROM payment_links l JOIN received_payments r ON r.payment_link_id = l.id AND r.exception_id IS NULL
     WHERE l.status NOT IN ('completed', 'returned') AND ${CREDITED}`,
  ),
];
