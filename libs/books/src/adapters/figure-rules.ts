import { rule, type BooksRule } from './books-rule';
import { CREDITED_TO_WALLET, CREDITS, RETURNS } from './business-records';
import { collectionFeeBack } from './share-rules';

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
  GROUP BY x.id, x.amount, x.currency, x.wallet_id, w.id, w.currency)`;

/** The entries of received payments, with the account that the money comes from; a return moves it the other way. */
const PAYMENT_ENTRIES = `(
  SELECT k.id, k.key, k.source, k.sign, e.id AS entry_id
  FROM (
    SELECT id, key, CASE kind WHEN 'collection' THEN 'rail_clearing' ELSE 'unallocated_receipts' END AS source, 1 AS sign
    FROM (${CREDITS}) c
    UNION ALL SELECT id, key, 'rail_clearing', -1 FROM (${RETURNS}) t
  ) k JOIN journal_entries e ON e.idempotency_key = k.key)`;

/** The figures of the payment `r` that its entry `k` moves: all of them, or what a return in part took. */
const MOVED = `(
  SELECT r.payer_currency = 'USD' AND r.currency = 'USD' AS shows_fee, r.payer_currency <> r.currency AS converts, f.*
  FROM (
    SELECT r.returned_amount AS paid, ${collectionFeeBack('r')} AS collection,
      r.returned_fees - ${collectionFeeBack('r')} AS conversion, r.returned_wallet_amount - r.returned_fees AS credited
    WHERE k.sign = -1 AND r.returned_amount < r.payer_amount
    UNION ALL SELECT r.payer_amount, r.collection_fee, r.conversion_fee, r.credited_amount
    WHERE (k.sign = -1 AND r.returned_amount < r.payer_amount) IS NOT TRUE
  ) f)`;

/** What these figures `f` make the entry move, by account of the platform or by type of movement. */
const DEMANDED = `(
  VALUES (k.source, r.payer_currency, -f.paid),
    ('collection_fee_income', r.currency, f.collection),
    ('conversion_fee_income', r.currency, f.conversion),
    ('exchange_position', r.payer_currency, CASE WHEN f.converts THEN f.paid ELSE 0 END),
    ('exchange_position', r.currency, CASE WHEN f.converts THEN -(f.credited + f.collection + f.conversion) ELSE 0 END),
    (CASE k.sign WHEN 1 THEN 'payment' ELSE 'return' END, r.currency, CASE WHEN f.shows_fee THEN f.paid ELSE f.credited END),
    (CASE k.sign WHEN 1 THEN 'fee' ELSE 'fee_refund' END, r.currency, CASE WHEN f.shows_fee THEN -f.collection ELSE 0 END)
  ) AS d (account, currency, amount)`;

const MERCHANTS_FEE = `CASE r.fee_borne_by WHEN 'merchant' THEN r.collection_fee ELSE 0 END`;

/** The amount of the payer's receipt for the fee. */
const RECEIPT = `CASE WHEN r.fee_receipt ->> 'amount' ~ '^[0-9]+([.][0-9]+)?$'
    THEN (r.fee_receipt ->> 'amount')::numeric END`;

/**
 * The figures of a payment `r` that contradict each other. Who bears a conversion fee is not on the payment. Payments
 * from before there were receipts have no figure for the fee that the payer bore.
 */
const CONTRADICTIONS = `
  r.gross_amount - r.credited_amount - ${MERCHANTS_FEE} NOT IN (0, r.conversion_fee)
  OR r.payer_currency = r.currency
    AND (r.conversion_fee <> 0 OR r.payer_amount <> r.credited_amount + r.collection_fee)
  OR CASE r.fee_bounded_by WHEN 'minimum' THEN r.collection_fee <= r.fee_percentage_amount + r.fee_fixed_amount
    WHEN 'maximum' THEN r.collection_fee >= r.fee_percentage_amount + r.fee_fixed_amount
    ELSE r.collection_fee <> r.fee_percentage_amount + r.fee_fixed_amount END
  OR CASE WHEN r.fee_borne_by = 'merchant' THEN r.payer_fee <> 0
    WHEN r.payer_fee = 0 THEN false
    WHEN r.payer_currency = r.currency THEN r.payer_fee <> r.collection_fee
    ELSE r.payer_fee < 0 OR r.payer_fee > r.payer_amount END
  OR r.fee_receipt IS NOT NULL
    AND (${RECEIPT}, r.fee_receipt ->> 'currency') IS DISTINCT FROM (r.payer_fee, r.payer_currency)
  OR LEAST(r.payer_amount, r.gross_amount, r.credited_amount, r.collection_fee, r.conversion_fee) < 0`;

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
  rule(
    'payment_figures_add_up',
    'received_payments',
    `SELECT r.id, format('%s %s paid, %s of it the fee; %s %s less a fee of %s (%s and %s, bound: %s), borne by the %s, and %s for conversion is not %s',
       r.payer_amount, r.payer_currency, r.payer_fee, r.gross_amount, r.currency, r.collection_fee, r.fee_percentage_amount,
       r.fee_fixed_amount, COALESCE(r.fee_bounded_by, 'none'), r.fee_borne_by, r.conversion_fee, r.credited_amount) AS detail
     FROM received_payments r WHERE (${CONTRADICTIONS}) IS NOT FALSE`,
  ),
  rule(
    'payment_and_wallet_share_a_currency',
    'received_payments',
    `SELECT r.id, format('in %s, wallet %s in %s', r.currency, r.wallet_id, COALESCE(w.currency, 'nothing')) AS detail
     FROM received_payments r LEFT JOIN wallets w ON w.id = r.wallet_id WHERE w.currency IS DISTINCT FROM r.currency`,
  ),
  rule(
    'entry_has_the_figures_of_its_payment',
    'received_payments',
    `SELECT id, format('its entry %s has %s', key, string_agg(format('%s %s more as %s', more, currency, account), ', '
       ORDER BY account, currency)) AS detail
     FROM (
       SELECT id, key, account, currency, sum(amount) AS more FROM (
         SELECT k.id, k.key, COALESCE(p.platform_account, p.movement_type) AS account, p.currency, p.amount
         FROM ${PAYMENT_ENTRIES} k JOIN postings p ON p.entry_id = k.entry_id
         UNION ALL SELECT k.id, k.key, d.account, d.currency, -k.sign * d.amount
         FROM ${PAYMENT_ENTRIES} k JOIN received_payments r ON r.id = k.id, LATERAL ${MOVED} f,
           LATERAL ${DEMANDED} WHERE d.amount <> 0
       ) moved GROUP BY id, key, account, currency HAVING sum(amount) <> 0
     ) differing GROUP BY id, key`,
  ),
];
