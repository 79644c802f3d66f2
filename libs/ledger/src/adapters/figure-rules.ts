import { rule, type BooksRule } from './books-rule';
import { CREDITED_TO_WALLET } from './business-records';

/** The accounts of the platform that a payment's money may pass, besides the one that it comes from. */
const FEES = `('collection_fee_income', 'conversion_fee_income')`;
const PASSED = `('unallocated_receipts', 'exchange_position', 'collection_fee_income', 'conversion_fee_income')`;

/** What the entries of those exceptions of unknown orders move that staff credited to a wallet. */
const DEPOSITED = `(
  SELECT x.id, x.amount, x.currency, x.wallet_id, w.currency AS wallet_currency,
    x.currency <> w.currency AS converted, x.currency = 'USD' AND w.currency = 'USD' AS shows_fee,
    COALESCE(-sum(p.amount) FILTER (WHERE p.platform_account = 'unallocated_receipts'), 0) AS taken,
    COALESCE(sum(p.amount) FILTER (WHERE p.wallet_id IS NOT NULL), 0) AS given,
    COALESCE(sum(p.amount) FILTER (WHERE p.platform_account IN ${FEES}), 0) AS fees,
    COALESCE(sum(p.amount) FILTER (WHERE p.platform_account = 'exchange_position' AND p.currency = x.currency), 0)
      AS bought,
    COALESCE(-sum(p.amount) FILTER (WHERE p.platform_account = 'exchange_position' AND p.currency <> x.currency), 0)
      AS sold,
    COALESCE(-sum(p.amount) FILTER (WHERE p.movement_type = 'fee'), 0) AS shown_fee,
    count(*) FILTER (WHERE p.platform_account NOT IN ${PASSED} OR p.movement_type NOT IN ('payment', 'fee')) AS others
  FROM payment_exceptions x JOIN journal_entries e ON e.idempotency_key = 'exception-cleared:' || x.id
    LEFT JOIN wallets w ON w.id = x.wallet_id LEFT JOIN postings p ON p.entry_id = e.id
  WHERE ${CREDITED_TO_WALLET} AND (x.payment_link_id IS NULL OR x.order_id IS NULL)
  GROUP BY x.id, w.id)`;

/** Records and entries have the figures that follow from each other. */
export const FIGURE_RULES: readonly BooksRule[] = [
  // The fees are on no record, but what they leave is the wallet's. Fees that leave nothing are reported too.
  rule(
    'credited_exception_gave_its_money',
    'payment_exceptions',
    `SELECT id, format('%s %s, its entry takes %s, keeps fees of %s and gives %s to wallet %s in %s', amount, currency, taken,
       fees, given, wallet_id, wallet_currency) AS detail
     FROM ${DEPOSITED} d
     WHERE (taken <> amount OR bought <> CASE WHEN converted THEN amount ELSE 0 END OR fees < 0 OR others > 0
       OR wallet_currency IS NULL OR given <> CASE WHEN converted THEN sold ELSE amount END - fees OR given < 0 OR given = 0 AND fees > 0
       OR shown_fee <> CASE WHEN shows_fee THEN fees ELSE 0 END) IS NOT FALSE`,
  ),
];
