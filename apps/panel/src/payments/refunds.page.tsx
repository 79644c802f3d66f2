import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { everyValue } from '../api/every-value';
import { RequirePermission } from '../session/allowed';
import { Amount } from '../ui/amount';
import { DownloadButtons } from '../ui/download-buttons';
import type { Column } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { RowLink } from '../ui/row-link';
import { Status } from '../ui/status';
import { REFUND_FILTERS, refundsQuery, type Refund } from './refund-queries';
import { StatusList } from './status-list';

const STATUSES = everyValue<Refund['status']>({ requested: true, processing: true, completed: true, failed: true });

export default function RefundsPage() {
  return (
    <RequirePermission to="view_payins">
      <Refunds />
    </RequirePermission>
  );
}

function Refunds() {
  const { filters, cursor } = useListParams(REFUND_FILTERS);
  return (
    <StatusList
      name="refunds"
      query={useQuery(refundsQuery(filters, cursor))}
      columns={useColumns()}
      statuses={STATUSES}
      actions={<DownloadButtons path="/api/v1/clients/refunds" query={filters} fileName="refunds" />}
    />
  );
}

function useColumns(): readonly Column<Refund>[] {
  const { t } = useTranslation('payments');
  return [
    {
      header: t('refunds.refund'),
      cell: ({ id, origin, reason }) => (
        <>
          <RowLink to={`/payments/refunds/${id}`}>{t(`refunds.origin.${origin}`)}</RowLink>
          {reason && (
            <Text size="xs" c="dimmed" maw={320} style={{ overflowWrap: 'anywhere' }}>
              {reason}
            </Text>
          )}
        </>
      ),
    },
    { header: t('status'), cell: ({ status }) => <Status value={status} /> },
    { header: t('refunds.requested'), cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      header: t('refunds.payerGets'),
      align: 'right',
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
    {
      header: t('refunds.walletPays'),
      align: 'right',
      cell: ({ wallet_amount: amount, wallet_currency: currency }) => <Amount value={amount} currency={currency} />,
    },
  ];
}
