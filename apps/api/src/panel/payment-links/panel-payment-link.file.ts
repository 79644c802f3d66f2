import { decimal, type FileTable } from '../../http/file-table';
import type { PanelPaymentLinkDto } from './panel-payment-link.dto';

export const PAYMENT_LINKS_FILE: FileTable<PanelPaymentLinkDto> = {
  name: 'payment-links',
  columns: [
    ['id', ({ id }) => id],
    ['amount', ({ amount }) => decimal(amount)],
    ['amount_currency', (link) => link.amount_currency],
    ['currency', ({ currency }) => currency],
    ['currency_destiny', (link) => link.currency_destiny],
    ['description', ({ description }) => description],
    ['expires_at', (link) => link.expires_at],
    ['max_uses', (link) => decimal(String(link.max_uses))],
    ['current_uses', (link) => decimal(String(link.current_uses))],
    ['status', ({ status }) => status],
    ['checkout_url', (link) => link.checkout_url],
    ['payment_method', (link) => link.payment_method],
    ['created_at', (link) => link.created_at],
    ['updated_at', (link) => link.updated_at],
    ['amount_type', (link) => link.amount_type],
    ['customer_paid_fee', (link) => link.customer_paid_fee],
    ['created_by_user_id', (link) => link.created_by.user_id],
    ['created_by_api_key_id', (link) => link.created_by.api_key_id],
    ['reference', ({ reference }) => reference],
    ['return_url', (link) => link.return_url],
  ],
};
