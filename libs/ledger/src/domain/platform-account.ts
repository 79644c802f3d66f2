/**
 * The platform's own accounts, one balance for each currency. They have no row that is updated: a row that every
 * payment touches would let only one payment through at a time. Their balance is the sum of their postings.
 *
 * Signs are those of what the platform owes. Income, taxes to hand on and a wallet's balance are positive; money that
 * lies with a rail is owed to nobody but us, hence negative.
 *
 * `unallocated_receipts` has the money of payments that no wallet could be credited with, for as long as they wait for
 * the staff: we owe it to somebody, so it is positive until a wallet is credited or the payer refunded.
 */
export const PLATFORM_ACCOUNTS = [
  'rail_clearing',
  'collection_fee_income',
  'conversion_fee_income',
  'payout_fee_income',
  'tax_payable',
  'exchange_position',
  'adjustments',
  'unallocated_receipts',
] as const;

export type PlatformAccount = (typeof PLATFORM_ACCOUNTS)[number];
