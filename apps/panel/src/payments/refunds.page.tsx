import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { everyValue } from '../api/every-value';
import { RequirePermission } from '../session/allowed';
import { Amount } from '../ui/amount';
import { DownloadButtons } from '../ui/download-buttons';
import { Empty } from '../ui/empty';
import { ChoiceFilter, DayFilter, Filters } from '../ui/filters';
import { List, type Column } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { RowLink } from '../ui/row-link';
import { Status } from '../ui/status';
import { REFUND_FILTERS, refundsQuery, type Refund } from './refund-queries';
import { PaymentsTabs } from './section';

const STATUSES = everyValue<Refund['status']>({ requested: true, processing: true, completed: true, failed: true });

export default function RefundsPage() {
  return (
    <RequirePermission to="view_payins">
      <Refunds />
    </RequirePermission>
  );
}

function Refunds() {
  const { t } = useTranslation(['payments', 'ui']);
  const { filters, setFilter, clearFilters, cursor, isFiltered } = useListParams(REFUND_FILTERS);
  const query = useQuery(refundsQuery(filters, cursor));
  const columns = useColumns();
  return (
    <Page
      title={t('refunds.title')}
      description={t('refunds.description')}
      actions={<DownloadButtons path="/api/v1/clients/refunds" query={filters} fileName="refunds" />}
    >
      <PaymentsTabs />
      <Filters onClear={isFiltered ? clearFilters : undefined}>
        <ChoiceFilter
          label={t('status')}
          value={filters.status}
          choices={STATUSES.map((value) => ({ value, label: t(`ui:status.${value}`) }))}
          onChange={(value) => setFilter('status', value)}
        />
        <DayFilter label={t('from')} value={filters.start_date} onChange={(day) => setFilter('start_date', day)} />
        <DayFilter label={t('to')} value={filters.end_date} onChange={(day) => setFilter('end_date', day)} />
      </Filters>
      <List
        label={t('refunds.title')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t(isFiltered ? 'refunds.noMatch' : 'refunds.empty.title')}>
            {t(isFiltered ? 'noMatch.text' : 'refunds.empty.text')}
          </Empty>
        }
      />
    </Page>
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
