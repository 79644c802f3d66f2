import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { Empty } from '../ui/empty';
import { List, type Column } from '../ui/list';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { Status } from '../ui/status';
import { EVENTS } from './events';
import { endpointsQuery, MAX_ENDPOINTS, type Endpoint } from './queries';

export default function EndpointsPage() {
  return (
    <RequirePermission to="manage_webhooks">
      <Endpoints />
    </RequirePermission>
  );
}

function Endpoints() {
  const { t } = useTranslation('webhooks');
  const query = useQuery(endpointsQuery);
  const columns = useColumns();
  const count = query.data?.data.length;
  const create = (
    <Button component={Link} to="/webhooks/new">
      {t('create')}
    </Button>
  );
  const isFull = count !== undefined && count >= MAX_ENDPOINTS;
  return (
    <Page title={t('title')} description={t('text')} actions={count === 0 || isFull ? null : create}>
      {isFull && <Text size="sm">{t('full', { limit: MAX_ENDPOINTS })}</Text>}
      <List
        label={t('title')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t('emptyTitle')} action={create}>
            {t('emptyText')}
          </Empty>
        }
      />
    </Page>
  );
}

function useColumns(): readonly Column<Endpoint>[] {
  const { t } = useTranslation('webhooks');
  return [
    {
      header: t('url'),
      cell: ({ id, url, description }) => (
        <Stack gap={2}>
          <Anchor component={Link} to={`/webhooks/${id}`} fw={500}>
            {url}
          </Anchor>
          {description && (
            <Text size="xs" c="dimmed">
              {description}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      header: t('events'),
      cell: ({ events }) => (events.length === EVENTS.length ? t('allEvents') : events.join(', ')),
    },
    {
      header: t('lastTriggered'),
      cell: ({ last_triggered_at: at }) => (at ? <Moment at={at} /> : t('neverTriggered')),
    },
    { header: t('state'), cell: ({ is_active }) => <Status value={is_active ? 'active' : 'inactive'} /> },
    {
      header: t('shortDeliveries'),
      cell: ({ id, url }) => (
        <Anchor component={Link} to={`/deliveries?endpoint_id=${id}`} size="sm" aria-label={t('deliveriesTo', { url })}>
          {t('showDeliveries')}
        </Anchor>
      ),
    },
  ];
}
