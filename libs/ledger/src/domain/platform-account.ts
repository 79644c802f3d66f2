/**
 * The platform's own accounts, with one balance per currency. They have no materialised row, because a row that every
 * payment updates would let only one payment through at a time. Their balance is the sum of their postings.
 *
 * Amounts are signed as liabilities: what the platform owes or has earned is positive (a wallet's balance, income,
 * taxes to remit), what a rail owes the platform is negative.
 *
 * `unallocated_receipts` has the money of open payment exceptions: payments that could not be credited to a wallet. The
 * platform owes that money, so it is positive until a wallet is credited or the payer is refunded.
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
