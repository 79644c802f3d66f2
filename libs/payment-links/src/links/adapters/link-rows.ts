import { Money, toCurrency } from '@app/kernel';
import { Columns, type RowOf } from '@app/platform';
import { declaredCurrency, type PaymentLink } from '../domain/payment-link';

/** `amount` is in the currency that the link declares: the payer's for a charge, the wallet's otherwise. */
export const PAYMENT_LINKS = Columns.of<PaymentLink>()({
  id: ['uuid', (link) => link.id],
  kind: ['text', (link) => link.kind],
  account_id: ['uuid', (link) => link.accountId],
  user_id: ['uuid', (link) => link.userId],
  api_key_id: ['uuid', (link) => link.apiKeyId],
  wallet_id: ['uuid', (link) => link.walletId],
  amount: ['numeric', (link) => link.amount.toFixed()],
  amount_type: ['text', (link) => link.amountType],
  currency: ['text', (link) => link.currency],
  currency_destiny: ['text', (link) => link.currencyDestiny],
  description: ['text', (link) => link.description],
  reference: ['text', (link) => link.reference],
  customer_paid_fee: ['boolean', (link) => link.customerPaidFee],
  webhook_url: ['text', (link) => link.webhookUrl],
  return_url: ['text', (link) => link.returnUrl],
  status: ['text', (link) => link.status],
  expires_at: ['timestamptz', (link) => link.expiresAt],
  current_uses: ['integer', (link) => link.currentUses],
  payment_method: ['text', (link) => link.paymentMethod],
  created_at: ['timestamptz', (link) => link.createdAt],
  updated_at: ['timestamptz', (link) => link.updatedAt],
});

export type LinkRow = RowOf<typeof PAYMENT_LINKS>;

/** The columns of a link `l`. */
export const LINK_COLUMNS = PAYMENT_LINKS.select('l');

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
