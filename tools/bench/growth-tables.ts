/** One table that the growth benchmark fills, as expressions of the movement `n`. */
export interface GrowthTable {
  readonly table: string;
  readonly columns: Readonly<Record<string, string>>;
  /** What the expressions see besides those of `MOVEMENT`; also which movements have a row. */
  readonly from?: string;
}

/** Whose rows they are. */
export interface GrowthOwner {
  readonly accountId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly walletId: string;
}

/** Every tenth movement is a payout of 50, the others are payments of 100, so that the balance is a formula of `n`. */
const OUT = '(n % 10 = 0)';
const BALANCE_AFTER = '((n - n / 10) * 100.00 - n / 10 * 50.00)';

/** Ids ascend with the dates, and say which movement they belong to, as several tables name them. */
const id = (kind: number) =>
  `(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '700${kind}8' || lpad(to_hex(n), 15, '0'))::uuid`;
const [ENTRY, RECORD, UNPAID] = [id(0), id(1), id(2)];

/** The movements from `from` to `to` of so many, one every five seconds until `end`. */
export function movements(from: number, to: number, of: number, end: Date): string {
  return `generate_series(${from}::bigint, ${to}::bigint) AS n,
    LATERAL (SELECT '${end.toISOString()}'::timestamptz - (${of} - n) * interval '5 seconds' AS at) t`;
}

/**
 * Collections with their fees, and payouts, each with all records that it is about. A link, its order and its payment
 * share an id, as do a payout and its hold.
 */
export function movementTables({ accountId, userId, walletId }: GrowthOwner): readonly GrowthTable[] {
  const [account, user, wallet] = [`'${accountId}'`, `'${userId}'`, `'${walletId}'`];
  const [paid, out] = [`WHERE NOT ${OUT}`, `WHERE ${OUT}`];
  return [
    { table: 'postings', columns: postingColumns(wallet), from: `, LATERAL ${sides(wallet)} WHERE amount <> 0` },
    { table: 'payment_links', columns: linkColumns(account, user, wallet), from: paid },
    { table: 'received_payments', columns: paymentColumns(account, wallet), from: paid },
    { table: 'checkout_orders', columns: orderColumns(), from: paid },
    { table: 'journal_entries', columns: entryColumns() },
    { table: 'payouts', columns: payoutColumns(account, user, wallet), from: out },
    { table: 'holds', columns: holdColumns(wallet), from: out },
    {
      table: 'hold_resolutions',
      columns: { hold_id: RECORD, outcome: `'captured'`, entry_id: ENTRY, created_at: 'at' },
      from: out,
    },
  ];
}

/** Unpaid links. */
export function unpaidLinks({ accountId, userId, walletId, keyId }: GrowthOwner): GrowthTable {
  return {
    table: 'payment_links',
    columns: {
      id: UNPAID,
      kind: `'payment_link'`,
      account_id: `'${accountId}'`,
      user_id: `'${userId}'`,
      api_key_id: `'${keyId}'`,
      wallet_id: `'${walletId}'`,
      amount: '105.00',
      amount_type: `'receive'`,
      currency: `'ARS'`,
      currency_destiny: `'ARS'`,
      description: `'Order ' || n`,
      customer_paid_fee: 'false',
      status: `'active'`,
      current_uses: '0',
      created_at: 'at',
      updated_at: 'at',
    },
  };
}

const sides = (wallet: string) => `(VALUES
  (NULL::uuid, 'rail_clearing', CASE WHEN ${OUT} THEN 50.00 ELSE -105.00 END),
  (${wallet}::uuid, NULL, CASE WHEN ${OUT} THEN -50.00 ELSE 100.00 END),
  (NULL::uuid, 'collection_fee_income', CASE WHEN ${OUT} THEN 0 ELSE 5.00 END)) AS s (wallet, account, amount)`;

function postingColumns(wallet: string): GrowthTable['columns'] {
  const ofWallet = (value: string) => `CASE WHEN wallet = ${wallet} THEN ${value} END`;
  return {
    entry_id: ENTRY,
    wallet_id: 'wallet',
    platform_account: 'account',
    currency: `'ARS'`,
    amount: 'amount',
    balance_before: ofWallet(`${BALANCE_AFTER} - amount`),
    balance_after: ofWallet(BALANCE_AFTER),
    wallet_version: ofWallet('n'),
    movement_type: ofWallet(`CASE WHEN ${OUT} THEN 'payout' ELSE 'payment' END`),
    visible: 'wallet IS NOT NULL',
    created_at: 'at',
  };
}

function linkColumns(account: string, user: string, wallet: string): GrowthTable['columns'] {
  return {
    id: RECORD,
    kind: `'payment_link'`,
    account_id: account,
    user_id: user,
    wallet_id: wallet,
    amount: '105.00',
    amount_type: `'receive'`,
    currency: `'ARS'`,
    currency_destiny: `'ARS'`,
    description: `'Paid ' || n`,
    customer_paid_fee: 'false',
    status: `'completed'`,
    current_uses: '1',
    payment_method: `'ars_transfer'`,
    created_at: 'at',
    updated_at: 'at',
  };
}

function orderColumns(): GrowthTable['columns'] {
  return {
    id: RECORD,
    link_id: RECORD,
    method: `'ars_transfer'`,
    status: `'paid'`,
    provider: `'sandbox'`,
    provider_reference: RECORD,
    payer: `'{}'`,
    terms: `'{}'`,
    instructions: `'[]'`,
    created_at: 'at',
    updated_at: 'at',
  };
}

function paymentColumns(account: string, wallet: string): GrowthTable['columns'] {
  return {
    id: RECORD,
    account_id: account,
    payment_link_id: RECORD,
    order_id: RECORD,
    kind: `'payment_link'`,
    status: `'credited'`,
    payer: `'{}'`,
    payment_method: `'ars_transfer'`,
    payer_amount: '105.00',
    payer_currency: `'ARS'`,
    currency: `'ARS'`,
    gross_amount: '105.00',
    fee_percentage_amount: '5.00',
    fee_fixed_amount: '0',
    fee_fixed_amount_usd: '0',
    collection_fee: '5.00',
    fee_borne_by: `'merchant'`,
    conversion_fee: '0',
    credited_amount: '100.00',
    wallet_id: wallet,
    provider: `'sandbox'`,
    provider_reference: RECORD,
    created_at: 'at',
    credited_at: 'at',
  };
}

function entryColumns(): GrowthTable['columns'] {
  return {
    id: ENTRY,
    kind: `CASE WHEN ${OUT} THEN 'payout' ELSE 'collection' END`,
    reference_type: `CASE WHEN ${OUT} THEN 'payout' ELSE 'payment_link' END`,
    reference_id: RECORD,
    idempotency_key: `CASE WHEN ${OUT} THEN 'payout:' ELSE 'collection:' END || ${RECORD}`,
    occurred_at: 'at',
    created_at: 'at',
  };
}

function holdColumns(wallet: string): GrowthTable['columns'] {
  return {
    id: RECORD,
    wallet_id: wallet,
    currency: `'ARS'`,
    amount: '50.00',
    reference_type: `'payout'`,
    reference_id: RECORD,
    created_at: 'at',
  };
}

function payoutColumns(account: string, user: string, wallet: string): GrowthTable['columns'] {
  return {
    id: RECORD,
    account_id: account,
    type: `'payout'`,
    status: `'completed'`,
    wallet_id: wallet,
    hold_id: RECORD,
    destination: `'{}'`,
    destination_sealed: `''`,
    instant: 'false',
    amount: '50.00',
    currency: `'ARS'`,
    fee_percentage_amount: '0',
    fee_fixed_amount: '0',
    fee_total: '0',
    instant_fee: '0',
    tax: '0',
    conversion_fee: '0',
    net_amount: '50.00',
    destination_amount: '50.00',
    destination_currency: `'ARS'`,
    lead_time: `'1d'`,
    requested_by: user,
    notices: `'{}'`,
    created_at: 'at',
    updated_at: 'at',
    completed_at: 'at',
  };
}
