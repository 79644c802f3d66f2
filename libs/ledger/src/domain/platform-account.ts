/**
 * The platform's own accounts, one balance for each currency. They have no row that is updated: a row that every
 * payment touches would let only one payment through at a time. Their balance is the sum of their postings.
 *
 * Signs are those of what the platform owes. Income, taxes to hand on and a wallet's balance are positive; money that
 * lies with a rail is owed to nobody but us, hence negative.
 */
export const PLATFORM_ACCOUNTS = [
  'rail_clearing',
  'collection_fee_income',
  'conversion_fee_income',
  'payout_fee_income',
  'tax_payable',
  'exchange_position',
  'adjustments',
] as const;

export type PlatformAccount = (typeof PLATFORM_ACCOUNTS)[number];
