import { Anchor, Button, Code, Group, List as Bullets, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { Empty } from '../ui/empty';
import { List, type Column } from '../ui/list';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { Status } from '../ui/status';
import { Expiry } from './expiry';
import { keyShown, stateOf } from './key-form';
import { permissionText } from './key-permissions';
import { Owner } from './owner';
import { keysQuery, MAX_KEYS, type ApiKey } from './queries';
import { useReasonAgainstNewKey } from './reason-against-new-key';

export default function KeysPage() {
  return (
    <RequirePermission to="manage_api_keys">
      <Keys />
    </RequirePermission>
  );
}

function Keys() {
  const { t } = useTranslation('keys');
  const query = useQuery(keysQuery);
  const columns = useColumns(query.dataUpdatedAt);
  const count = query.data?.data.length;
  const reason = useReasonAgainstNewKey(count);
  const create = reason === null && (
    <Button component={Link} to="/keys/new">
      {t('create')}
    </Button>
  );
  return (
    <Page title={t('title')} description={t('text')} actions={count === 0 ? null : create}>
      {reason !== null && <Text size="sm">{reason}</Text>}
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
      {count !== undefined && count > 0 && (
        <Group gap="md" justify="space-between">
          <Text size="sm" c="dimmed">
            {t('used', { used: count, limit: MAX_KEYS })}
          </Text>
          <Anchor component={Link} to="/first-request" size="sm">
            {t('firstRequest')}
          </Anchor>
        </Group>
      )}
    </Page>
  );
}

function useColumns(now: number): readonly Column<ApiKey>[] {
  const { t } = useTranslation('keys');
  const limits = ({ allowed_origins, rate_limit }: ApiKey) => (
    <>
      <Text size="sm">{t('perMinute', { limit: rate_limit })}</Text>
      <Text size="xs" c="dimmed">
        {allowed_origins.length === 0 ? t('anyOrigin') : allowed_origins.join(', ')}
      </Text>
    </>
  );
  return [
    {
      header: t('name'),
      cell: ({ id, name, prefix, last_four, owner }) => (
        <Stack gap={2} align="flex-start">
          <Anchor component={Link} to={`/keys/${id}`} fw={500}>
            {name}
          </Anchor>
          <Code fz="xs" style={{ whiteSpace: 'nowrap' }}>
            {keyShown({ prefix, last_four })}
          </Code>
          <Text size="xs" c="dimmed">
            {t('owner')} <Owner owner={owner} />
          </Text>
        </Stack>
      ),
    },
    { header: t('permissions'), cell: ({ permissions }) => <PermissionNames permissions={permissions} /> },
    { header: t('limits'), cell: limits },
    { header: t('lastUsed'), cell: ({ last_used_at: at }) => (at ? <Moment at={at} /> : t('neverUsed')) },
    { header: t('expires'), cell: ({ expires_at: at }) => (at ? <Expiry at={at} /> : t('neverExpires')) },
    { header: t('state'), cell: (key) => <Status value={stateOf(key, now)} /> },
  ];
}

function PermissionNames({ permissions }: Pick<ApiKey, 'permissions'>) {
  const { t } = useTranslation('keys');
  return (
    <Bullets size="sm" listStyleType="none" spacing={2}>
      {permissions.map((permission) => (
        <Bullets.Item key={permission}>{t(`permission.${permissionText(permission)}.name`)}</Bullets.Item>
      ))}
    </Bullets>
  );
}
