import { decimal, type FileTable } from '../../http/file-table';
import type { RefundDto } from './refund.dto';

export const REFUNDS_FILE: FileTable<RefundDto> = {
  name: 'refunds',
  columns: [
    ['id', ({ id }) => id],
    ['received_payment_id', (refund) => refund.received_payment_id],
    ['payment_link_id', (refund) => refund.payment_link_id],
    ['status', ({ status }) => status],
    ['amount', ({ amount }) => decimal(amount)],
    ['currency', ({ currency }) => currency],
    ['wallet_amount', (refund) => decimal(refund.wallet_amount)],
    ['wallet_currency', (refund) => refund.wallet_currency],
    ['exchange_rate', (refund) => decimal(refund.exchange_rate)],
    ['reason', ({ reason }) => reason],
    ['origin', ({ origin }) => origin],
    ['failure_reason', (refund) => refund.failure_reason],
    ['provider_reference', (refund) => refund.provider_reference],
    ['requested_by', (refund) => refund.requested_by],
    ['created_at', (refund) => refund.created_at],
    ['completed_at', (refund) => refund.completed_at],
    ['failed_at', (refund) => refund.failed_at],
  ],
};
