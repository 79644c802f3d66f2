import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { everyValue } from '../api/every-value';
import { RequirePermission } from '../session/allowed';
import { Amount } from '../ui/amount';
import { Empty } from '../ui/empty';
import { ChoiceFilter, DayFilter, Filters } from '../ui/filters';
import { List, type Column } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { RowLink } from '../ui/row-link';
import { Status } from '../ui/status';
import { disputesQuery, REFUND_FILTERS, type Dispute } from './refund-queries';
import { PaymentsTabs } from './section';

const STATUSES = everyValue<Dispute['status']>({ open: true, lost: true, won: true });

export default function DisputesPage() {
  return (
    <RequirePermission to="view_payins">
      <Disputes />
    </RequirePermission>
  );
}

function Disputes() {
  const { t } = useTranslation(['payments', 'ui']);
  const { filters, setFilter, clearFilters, cursor, isFiltered } = useListParams(REFUND_FILTERS);
  const query = useQuery(disputesQuery(filters, cursor));
  const columns = useColumns();
  return (
    <Page title={t('disputes.title')} description={t('disputes.description')}>
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
        label={t('disputes.title')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t(isFiltered ? 'disputes.noMatch' : 'disputes.empty.title')}>
            {t(isFiltered ? 'noMatch.text' : 'disputes.empty.text')}
          </Empty>
        }
      />
    </Page>
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
