/**
 * The rows that the rules of one table look at while some of its rows are proven. The scope hides whole tables behind
 * subqueries of the same names, so that one text of a rule serves whole tables and parts of them. `$2` are the keys of
 * the rows that are proven. A subquery has at least all rows that decide about these; rules may report others that they
 * see only in part, and those reports are dropped.
 */
export interface ProofScope {
  /** The table whose rows are proven; `postings` are proven with their entries. */
  readonly table: string;
  /** The expression whose text is the key of a row, as rules report it. */
  readonly key: string;
  /** The subqueries by the name of the table that each hides, or by a name of their own. Each sees those before it. */
  readonly hides: readonly (readonly [name: string, select: string])[];
}

const UUID = `'^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'`;

/** The record that the key of an entry `e` names, after its first colon. */
export const RECORD_OF_KEY = `CASE WHEN split_part(e.idempotency_key, ':', 2) ~ ${UUID}
  THEN split_part(e.idempotency_key, ':', 2)::uuid END`;

const KEYS = '$2::text[]::uuid[]';

/** Arrays let PostgreSQL read each table by its index, whatever it expects of the subquery before. */
const by = (table: string, column: string, values: string): readonly [string, string] => [
  table,
  `SELECT * FROM ${table} WHERE ${column} = ANY (ARRAY(${values}))`,
];
const proven = (table: string, column = 'id'): readonly [string, string] => [
  table,
  `SELECT * FROM ${table} WHERE ${column} = ANY (${KEYS})`,
];
const entriesOf = (keys: string) => by('journal_entries', 'idempotency_key', keys);
const POSTINGS_OF_ENTRIES = by('postings', 'entry_id', 'SELECT id FROM journal_entries');
const HOLDS_AND_OUTCOMES = (holds: string) => [by('holds', 'id', holds), by('hold_resolutions', 'hold_id', holds)];

/** An order's payments and exceptions decide together which entry a payment has. */
const PAYMENTS_AND_EXCEPTIONS = (orders: string, exceptions: string): readonly (readonly [string, string])[] => [
  [
    'orders_of_records',
    `SELECT order_id FROM payment_exceptions WHERE id = ANY (ARRAY(${exceptions})) UNION ${orders}
     UNION SELECT order_id FROM received_payments WHERE exception_id = ANY (ARRAY(${exceptions}))`,
  ],
  by('received_payments', 'order_id', 'SELECT order_id FROM orders_of_records'),
  [
    'payment_exceptions',
    `SELECT * FROM payment_exceptions
     WHERE id = ANY (ARRAY(${exceptions})) OR order_id = ANY (ARRAY(SELECT order_id FROM orders_of_records))`,
  ],
];

const NAMED = 'SELECT id FROM named';

const ENTRIES: ProofScope = {
  table: 'journal_entries',
  key: 'id',
  hides: [
    ['proven', `SELECT * FROM journal_entries WHERE id = ANY (${KEYS})`],
    proven('postings', 'entry_id'),
    entriesOf('SELECT idempotency_key FROM proven'),
    ['named', `SELECT DISTINCT ${RECORD_OF_KEY} AS id FROM proven e`],
    ...PAYMENTS_AND_EXCEPTIONS('SELECT id FROM named', NAMED),
    by('payouts', 'id', NAMED),
    by('payout_returns', 'payout_id', NAMED),
    by('refunds', 'id', NAMED),
    by('disputes', 'id', NAMED),
    [
      'provider_notifications',
      `SELECT * FROM provider_notifications
       WHERE provider = ANY (ARRAY(SELECT DISTINCT split_part(idempotency_key, ':', 2) FROM proven WHERE idempotency_key LIKE 'deposit:%'))
         AND notification_id = ANY (ARRAY(SELECT substr(idempotency_key,
           strpos(substr(idempotency_key, 9), ':') + 9) FROM proven WHERE idempotency_key LIKE 'deposit:%'))`,
    ],
    by('wallets', 'id', 'SELECT DISTINCT wallet_id FROM postings'),
  ],
};

const IN_DEBT = 'FROM wallets WHERE available < 0';

const WALLETS: ProofScope = {
  table: 'wallets',
  key: 'id',
  hides: [
    proven('wallets'),
    by('accounts', 'id', 'SELECT account_id FROM wallets'),
    [
      'postings',
      `SELECT * FROM postings WHERE wallet_id = ANY (ARRAY(SELECT id ${IN_DEBT})) AND movement_type = 'return' AND visible`,
    ],
    by('refunds', 'account_id', `SELECT account_id ${IN_DEBT}`),
    by('payouts', 'account_id', `SELECT account_id ${IN_DEBT}`),
  ],
};

const HOLDS: ProofScope = {
  table: 'holds',
  key: 'id',
  hides: [
    proven('holds'),
    proven('hold_resolutions', 'hold_id'),
    proven('payouts', 'hold_id'),
    proven('refunds', 'hold_id'),
    by('wallets', 'id', 'SELECT DISTINCT wallet_id FROM holds'),
  ],
};

const RESOLUTIONS: ProofScope = {
  table: 'hold_resolutions',
  key: 'hold_id',
  hides: [
    proven('hold_resolutions', 'hold_id'),
    proven('holds'),
    by('postings', 'entry_id', 'SELECT entry_id FROM hold_resolutions'),
  ],
};

const LINKS: ProofScope = {
  table: 'payment_links',
  key: 'id',
  hides: [
    proven('payment_links'),
    proven('received_payments', 'payment_link_id'),
    by('wallets', 'id', 'SELECT DISTINCT wallet_id FROM payment_links'),
  ],
};

const ORDERS: ProofScope = {
  table: 'checkout_orders',
  key: 'id',
  hides: [proven('checkout_orders'), proven('received_payments', 'order_id')],
};

/** The keys of the entries that the payments of the scope demand, as `business-records.ts` derives them. */
const KEYS_OF_PAYMENTS = `
  SELECT p.prefix || r.order_id FROM received_payments r, (VALUES ('collection:'), ('collection-return:')) AS p (prefix)
  UNION ALL SELECT p.prefix || x.id
  FROM payment_exceptions x, (VALUES ('exception-cleared:'), ('exception-return:')) AS p (prefix)`;

const PAYMENTS: ProofScope = {
  table: 'received_payments',
  key: 'id',
  hides: [
    ['proven', `SELECT * FROM received_payments WHERE id = ANY (${KEYS})`],
    ...PAYMENTS_AND_EXCEPTIONS('SELECT order_id FROM proven', 'SELECT exception_id FROM proven'),
    by('payment_links', 'id', 'SELECT payment_link_id FROM proven'),
    by('checkout_orders', 'id', 'SELECT order_id FROM proven'),
    by('refunds', 'received_payment_id', 'SELECT id FROM proven'),
    by('disputes', 'received_payment_id', 'SELECT id FROM proven'),
    by('wallets', 'id', 'SELECT DISTINCT wallet_id FROM proven'),
    entriesOf(KEYS_OF_PAYMENTS),
    POSTINGS_OF_ENTRIES,
  ],
};

const EXCEPTIONS: ProofScope = {
  table: 'payment_exceptions',
  key: 'id',
  hides: [
    ['proven', `SELECT * FROM payment_exceptions WHERE id = ANY (${KEYS})`],
    ...PAYMENTS_AND_EXCEPTIONS('SELECT order_id FROM proven', 'SELECT id FROM proven'),
    by('payment_links', 'id', 'SELECT payment_link_id FROM proven'),
    by('checkout_orders', 'id', 'SELECT order_id FROM proven'),
    by('wallets', 'id', 'SELECT DISTINCT wallet_id FROM proven'),
    entriesOf(`SELECT p.prefix || x.id FROM proven x,
      (VALUES ('exception:'), ('exception-cleared:'), ('exception-return:')) AS p (prefix)`),
    POSTINGS_OF_ENTRIES,
  ],
};

const PAYOUTS: ProofScope = {
  table: 'payouts',
  key: 'id',
  hides: [
    proven('payouts'),
    by('wallets', 'id', 'SELECT DISTINCT wallet_id FROM payouts'),
    proven('transfer_verifications', 'payout_id'),
    ...HOLDS_AND_OUTCOMES('SELECT hold_id FROM payouts'),
    proven('payout_returns', 'payout_id'),
    entriesOf(`SELECT p.prefix || o.id FROM payouts o, (VALUES ('payout:'), ('payout-return:')) AS p (prefix)
      UNION ALL SELECT 'payout-return:' || payout_id || ':' || id FROM payout_returns`),
  ],
};

const VERIFICATIONS: ProofScope = {
  table: 'transfer_verifications',
  key: 'id',
  hides: [
    ['proven', `SELECT * FROM transfer_verifications WHERE id = ANY (${KEYS})`],
    by('payouts', 'id', 'SELECT payout_id FROM proven'),
    [
      'transfer_verifications',
      `SELECT * FROM transfer_verifications
       WHERE id = ANY (${KEYS}) OR payout_id = ANY (ARRAY(SELECT payout_id FROM proven))`,
    ],
  ],
};

const REFUNDS: ProofScope = {
  table: 'refunds',
  key: 'id',
  hides: [
    proven('refunds'),
    by('received_payments', 'id', 'SELECT received_payment_id FROM refunds'),
    ...HOLDS_AND_OUTCOMES('SELECT hold_id FROM refunds'),
    entriesOf(`SELECT p.prefix || f.id FROM refunds f, (VALUES ('refund:'), ('refund-reversal:')) AS p (prefix)`),
  ],
};

const DISPUTES: ProofScope = {
  table: 'disputes',
  key: 'id',
  hides: [
    proven('disputes'),
    by('received_payments', 'id', 'SELECT received_payment_id FROM disputes'),
    entriesOf(`SELECT p.prefix || d.id FROM disputes d, (VALUES ('dispute:'), ('dispute-won:')) AS p (prefix)`),
  ],
};

const NOTIFICATIONS: ProofScope = {
  table: 'provider_notifications',
  key: `provider || ' ' || notification_id`,
  hides: [
    [
      'provider_notifications',
      `SELECT * FROM provider_notifications
       WHERE provider = ANY (ARRAY(SELECT DISTINCT split_part(k, ' ', 1) FROM unnest($2::text[]) k))
         AND notification_id = ANY (ARRAY(SELECT substr(k, strpos(k, ' ') + 1) FROM unnest($2::text[]) k))`,
    ],
    entriesOf(`SELECT 'deposit:' || provider || ':' || notification_id FROM provider_notifications`),
  ],
};

/** One for each table that rules report, in the order in which they are proven. */
export const PROOF_SCOPES: readonly ProofScope[] = [
  ENTRIES,
  WALLETS,
  RESOLUTIONS,
  LINKS,
  ORDERS,
  PAYMENTS,
  EXCEPTIONS,
  PAYOUTS,
  VERIFICATIONS,
  REFUNDS,
  DISPUTES,
  NOTIFICATIONS,
  HOLDS,
];
