import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { Empty } from '../ui/empty';
import { ChoiceFilter, Filters, StatusFilter } from '../ui/filters';
import { List, type Column } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { RowLink } from '../ui/row-link';
import { Status } from '../ui/status';
import { EVENTS } from './events';
import { deliveriesQuery, DELIVERY_FILTERS, DELIVERY_STATUSES, endpointsQuery, type Delivery } from './queries';
import { useResponse } from './use-response';

export default function DeliveriesPage() {
  return (
    <RequirePermission to="manage_webhooks">
      <Deliveries />
    </RequirePermission>
  );
}

function Deliveries() {
  const { t } = useTranslation('webhooks');
  const { filters, setFilter, clearFilters, cursor, isFiltered } = useListParams(DELIVERY_FILTERS);
  const query = useQuery(deliveriesQuery(filters, cursor));
  const columns = useColumns();
  return (
    <Page title={t('deliveries')} description={t('deliveriesText')}>
      <DeliveryFilters filters={filters} setFilter={setFilter} onClear={isFiltered ? clearFilters : undefined} />
      {filters.payment_link_id && (
        <Text size="sm" c="dimmed">
          {t('ofLink', { id: filters.payment_link_id })}
        </Text>
      )}
      <List
        label={t('deliveries')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          isFiltered ? (
            <Empty title={t('noneTitle')}>{t('noneText')}</Empty>
          ) : (
            <Empty
              title={t('noDeliveriesTitle')}
              action={
                <Anchor component={Link} to="/webhooks">
                  {t('title')}
                </Anchor>
              }
            >
              {t('noDeliveriesText')}
            </Empty>
          )
        }
      />
    </Page>
  );
}

type Params = ReturnType<typeof useListParams<(typeof DELIVERY_FILTERS)[number]>>;

function DeliveryFilters({
  filters,
  setFilter,
  onClear,
}: Pick<Params, 'filters' | 'setFilter'> & { onClear: (() => void) | undefined }) {
  const { t } = useTranslation('webhooks');
  const { data } = useQuery(endpointsQuery);
  const endpoints = (data?.data ?? []).map(({ id, url }) => ({ value: id, label: url }));
  const { endpoint_id: wanted } = filters;
  // A deleted endpoint still has deliveries.
  const gone = wanted && data && !endpoints.some(({ value }) => value === wanted);
  return (
    <Filters onClear={onClear}>
      <StatusFilter filters={filters} setFilter={setFilter} statuses={DELIVERY_STATUSES} />
      <ChoiceFilter
        label={t('endpoint')}
        value={wanted}
        choices={gone ? [...endpoints, { value: wanted, label: t('deletedEndpoint') }] : endpoints}
        onChange={(value) => setFilter('endpoint_id', value)}
      />
      <ChoiceFilter
        label={t('eventName')}
        value={filters.event}
        choices={EVENTS.map((value) => ({ value, label: value }))}
        onChange={(value) => setFilter('event', value)}
      />
    </Filters>
  );
}

function useColumns(): readonly Column<Delivery>[] {
  const { t } = useTranslation('webhooks');
  const responseOf = useResponse();
  return [
    {
      header: t('eventName'),
      cell: ({ id, event }) => (
        <RowLink to={`/deliveries/${id}`} fw={500}>
          {event}
        </RowLink>
      ),
    },
    { header: t('to'), cell: ({ url }) => <Text size="sm">{url}</Text> },
    { header: t('status'), cell: ({ status }) => <Status value={status} /> },
    {
      header: t('attempts'),
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return (
          <Stack gap={0}>
            <Text size="sm">{t('attemptsOf', { made: attempts.length })}</Text>
            {last && (
              <Text size="xs" c="dimmed">
                {responseOf(last)}
              </Text>
            )}
          </Stack>
        );
      },
    },
    { header: t('queuedAt'), cell: ({ created_at: at }) => <Moment at={at} /> },
  ];
}
