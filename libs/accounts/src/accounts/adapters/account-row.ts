import type { Account } from '../domain/account';

/** An account as named statements read it, joined to what a hot path looks up in the same round trip. */
export interface AccountRow {
  id: string;
  slug: string;
  name: string;
  email: string | null;
  country: string;
  status: Account['status'];
  kyc_status: Account['kycStatus'];
  kyb_status: Account['kybStatus'];
  usd_enabled: boolean;
  cards_enabled: boolean;
  customer_paid_fee_enabled: boolean;
  customer_paid_fee_default: boolean;
  language: Account['language'];
  time_zone: string;
}

/** The columns of an account `a`, named one by one, so that a migration that adds one breaks no prepared statement. */
export const ACCOUNT_COLUMNS = `a.id, a.slug, a.name, a.email, a.country, a.status, a.kyc_status, a.kyb_status,
  a.usd_enabled, a.cards_enabled, a.customer_paid_fee_enabled, a.customer_paid_fee_default, a.language, a.time_zone`;

export function toAccount(row: AccountRow): Account {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    email: row.email,
    country: row.country,
    status: row.status,
    kycStatus: row.kyc_status,
    kybStatus: row.kyb_status,
    usdEnabled: row.usd_enabled,
    cardsEnabled: row.cards_enabled,
    customerPaidFeeEnabled: row.customer_paid_fee_enabled,
    customerPaidFeeDefault: row.customer_paid_fee_default,
    language: row.language,
    timeZone: row.time_zone,
  };
}
