import { PAYER_CURRENCIES } from '@app/currencies';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { everyValue } from '../api/every-value';
import { RequirePermission } from '../session/allowed';
import { Amount } from '../ui/amount';
import { DownloadButtons } from '../ui/download-buttons';
import { Empty } from '../ui/empty';
import { ChoiceFilter, Filters, PeriodFilter, SearchFilter, StatusFilter } from '../ui/filters';
import { List, type Column } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { RowLink } from '../ui/row-link';
import { Status } from '../ui/status';
import { Totals } from '../ui/totals';
import { METHODS, useMethodName } from './methods';
import { PAYMENT_FILTERS, paymentsQuery, type ReceivedPayment } from './queries';
import { PaymentsTabs } from './section';

const STATUSES = everyValue<ReceivedPayment['status']>({
  in_process: true,
  credited: true,
  returned: true,
  refunded: true,
  disputed: true,
});

export default function PaymentsPage() {
  return (
    <RequirePermission to="view_payins">
      <Payments />
    </RequirePermission>
  );
}

function Payments() {
  const { t } = useTranslation('payments');
  const methodName = useMethodName();
  const { filters, setFilter, clearFilters, cursor, isFiltered } = useListParams(PAYMENT_FILTERS);
  const query = useQuery(paymentsQuery(filters, cursor));
  const columns = useColumns();
  return (
    <Page
      title={t('title')}
      description={t('description')}
      actions={
        <DownloadButtons path="/api/v1/clients/received-payments" query={filters} fileName="received-payments" />
      }
    >
      <PaymentsTabs />
      <Filters onClear={isFiltered ? clearFilters : undefined}>
        <SearchFilter
          label={t('search')}
          placeholder={t('searchHint')}
          value={filters.search}
          onChange={(value) => setFilter('search', value)}
        />
        <StatusFilter filters={filters} setFilter={setFilter} statuses={STATUSES} />
        <ChoiceFilter
          label={t('method')}
          value={filters.method}
          choices={METHODS.map((value) => ({ value, label: methodName(value) }))}
          onChange={(value) => setFilter('method', value)}
        />
        <ChoiceFilter
          label={t('currency')}
          value={filters.currency}
          choices={PAYER_CURRENCIES.map((value) => ({ value, label: value }))}
          onChange={(value) => setFilter('currency', value)}
        />
        <PeriodFilter filters={filters} setFilter={setFilter} />
      </Filters>
      <Totals meta={query.data?.meta} />
      <List
        label={t('title')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t(isFiltered ? 'noMatch.title' : 'empty.title')}>
            {t(isFiltered ? 'noMatch.text' : 'empty.text')}
          </Empty>
        }
      />
    </Page>
  );
}

function useColumns(): readonly Column<ReceivedPayment>[] {
  const { t } = useTranslation('payments');
  const methodName = useMethodName();
  return [
    {
      header: t('payer'),
      cell: ({ id, payer }) => (
        <RowLink to={`/payments/${id}`}>{payer.name ?? payer.email ?? t('unknownPayer')}</RowLink>
      ),
    },
    {
      header: t('what'),
      cell: ({ description, reference }) => (
        <>
          <Text size="sm" lineClamp={2} maw={320} style={{ overflowWrap: 'anywhere' }}>
            {description}
          </Text>
          {reference && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {reference}
            </Text>
          )}
        </>
      ),
    },
    {
      header: t('method'),
      cell: ({ payment_method: method }) => <Text size="sm">{methodName(method)}</Text>,
    },
    { header: t('status'), cell: ({ status }) => <Status value={status} /> },
    { header: t('received'), cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      header: t('paid'),
      align: 'right',
      cell: ({ payer_amount: value, payer_currency: currency }) => <Amount value={value} currency={currency} />,
    },
    {
      header: t('credited'),
      align: 'right',
      cell: ({ credited_amount: value, currency }) => <Amount value={value} currency={currency} fw={600} />,
    },
  ];
}
