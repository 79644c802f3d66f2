import { rule, type BooksRule } from './books-rule';

const CREDITED = `r.status IN ('credited', 'returned')`;

/**
 * Credited payments `r` with their entries `e`. Both refer to the link; what staff credited beyond the link's own payment
 * has an exception of its own, which the key of its entry names.
 */
const PAYMENTS_WITH_ENTRIES = `
  (SELECT * FROM received_payments r WHERE ${CREDITED}) r LEFT JOIN (
    SELECT e.id, e.reference_type, e.reference_id, beyond.exception_id
    FROM journal_entries e
    LEFT JOIN received_payments beyond ON e.idempotency_key = 'exception-cleared:' || beyond.exception_id
    WHERE e.kind IN ('collection', 'payment_exception_credit')
  ) e ON e.reference_type = r.kind AND e.reference_id = r.payment_link_id
    AND e.exception_id IS NOT DISTINCT FROM r.exception_id`;

/**
 * That every payment which calls itself credited has moved exactly that money. These rules read the tables of the
 * payment links, of which the ledger otherwise knows nothing: the auditor answers for the database as a whole, and by
 * the rules of the books alone a wallet that was never credited is sound.
 */
export const COLLECTION_RULES: readonly BooksRule[] = [
  rule(
    'payment_has_one_entry',
    'received_payments',
    `SELECT r.id, format('%s, with %s entries', r.status, count(e.id)) AS detail
     FROM ${PAYMENTS_WITH_ENTRIES} GROUP BY r.id, r.status HAVING count(e.id) <> 1`,
  ),
  // Of a debit the wallet gets all that arrived, and gives the fee in a hidden posting of the same entry.
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
