import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { everyValue } from '../api/every-value';
import { RequirePermission } from '../session/allowed';
import { Amount } from '../ui/amount';
import type { Column } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { RowLink } from '../ui/row-link';
import { Status } from '../ui/status';
import { disputesQuery, REFUND_FILTERS, type Dispute } from './refund-queries';
import { StatusList } from './status-list';

const STATUSES = everyValue<Dispute['status']>({ open: true, lost: true, won: true });

export default function DisputesPage() {
  return (
    <RequirePermission to="view_payins">
      <Disputes />
    </RequirePermission>
  );
}

function Disputes() {
  const { filters, cursor } = useListParams(REFUND_FILTERS);
  return (
    <StatusList
      name="disputes"
      query={useQuery(disputesQuery(filters, cursor))}
      columns={useColumns()}
      statuses={STATUSES}
    />
  );
}

function useColumns(): readonly Column<Dispute>[] {
  const { t } = useTranslation('payments');
  return [
    {
      header: t('refunds.reason'),
      cell: ({ reason, received_payment_id: payment }) => (
        <RowLink to={`/payments/${payment}`}>{reason ?? t('disputes.noReason')}</RowLink>
      ),
    },
    { header: t('status'), cell: ({ status }) => <Status value={status} /> },
    { header: t('disputes.opened'), cell: ({ opened_at: at }) => <Moment at={at} /> },
    { header: t('disputes.resolved'), cell: ({ resolved_at: at }) => at && <Moment at={at} /> },
    {
      header: t('disputes.amount'),
      align: 'right',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
    {
      header: t('disputes.walletPaid'),
      align: 'right',
      cell: ({ wallet_amount: amount, wallet_currency: currency }) => <Amount value={amount} currency={currency} />,
    },
  ];
}
