import { Money, toCurrency } from '@app/kernel';
import {
  declaredCurrency,
  type AmountType,
  type LinkKind,
  type LinkStatus,
  type PaymentLink,
} from '../domain/payment-link';

export interface LinkRow {
  id: string;
  kind: LinkKind;
  account_id: string;
  user_id: string;
  api_key_id: string | null;
  wallet_id: string;
  amount: string;
  amount_type: AmountType;
  currency: string;
  currency_destiny: string;
  description: string;
  reference: string | null;
  customer_paid_fee: boolean;
  webhook_url: string | null;
  return_url: string | null;
  status: LinkStatus;
  expires_at: Date | null;
  current_uses: number;
  payment_method: string | null;
  created_at: Date;
  updated_at: Date;
}

/**
 * The columns of a link `l`, named one by one: a prepared `SELECT *` fails once on every connection after a migration
 * that adds a column.
 */
export const LINK_COLUMNS = `l.id, l.kind, l.account_id, l.user_id, l.api_key_id, l.wallet_id, l.amount, l.amount_type,
  l.currency, l.currency_destiny, l.description, l.reference, l.customer_paid_fee, l.webhook_url, l.return_url,
  l.status, l.expires_at, l.current_uses, l.payment_method, l.created_at, l.updated_at`;

/** Words of the code as an SQL list: `('active', 'expired')`. */
export function inList(words: readonly string[]): string {
  return `(${words.map((word) => `'${word}'`).join(', ')})`;
}

export function toLink(row: LinkRow): PaymentLink {
  const currency = toCurrency(row.currency);
  const currencyDestiny = toCurrency(row.currency_destiny);
  return {
    id: row.id,
    kind: row.kind,
    accountId: row.account_id,
    userId: row.user_id,
    apiKeyId: row.api_key_id,
    walletId: row.wallet_id,
    amount: Money.stored(row.amount, declaredCurrency(row.amount_type, currency, currencyDestiny)),
    amountType: row.amount_type,
    currency,
    currencyDestiny,
    description: row.description,
    reference: row.reference,
    customerPaidFee: row.customer_paid_fee,
    webhookUrl: row.webhook_url,
    returnUrl: row.return_url,
    status: row.status,
    expiresAt: row.expires_at,
    currentUses: row.current_uses,
    paymentMethod: row.payment_method,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
