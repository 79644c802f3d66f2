import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { ConfirmButton } from '../ui/confirm-button';
import { Details } from '../ui/details';
import { Loaded } from '../ui/loaded';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { SecretDialog } from '../ui/secret-dialog';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { useNotify } from '../ui/use-notify';
import { EndpointFields } from './endpoint-fields';
import { newEndpoint } from './endpoint-form';
import { endpointQuery, useChangeEndpoint, useDeleteEndpoint, useRotateSecret, type Endpoint } from './queries';
import { SecretUse } from './secret-use';
import { TestEvent } from './test-event';

export default function EndpointPage() {
  return (
    <RequirePermission to="manage_webhooks">
      <EndpointOfAddress />
    </RequirePermission>
  );
}

function EndpointOfAddress() {
  const { t } = useTranslation('webhooks');
  const { id = '' } = useParams();
  const query = useQuery(endpointQuery(id));
  const { data } = query;
  const deliveries = (
    <Button variant="default" component={Link} to={`/deliveries?endpoint_id=${id}`}>
      {t('deliveries')}
    </Button>
  );
  return (
    <Page title={data?.url ?? t('endpoint')} back={{ to: '/webhooks', label: t('title') }} actions={data && deliveries}>
      <Loaded query={query}>{(endpoint) => <Sections key={endpoint.id} endpoint={endpoint} />}</Loaded>
    </Page>
  );
}

function Sections({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation('webhooks');
  return (
    <Stack gap="xl">
      <Details
        facts={[
          [t('state'), <Status key="state" value={endpoint.is_active ? 'active' : 'inactive'} />],
          [t('createdAt'), <Moment key="created" at={endpoint.created_at} />],
          [
            t('lastTriggered'),
            endpoint.last_triggered_at ? <Moment key="last" at={endpoint.last_triggered_at} /> : t('neverTriggered'),
          ],
        ]}
      />
      <Settings endpoint={endpoint} />
      <TestEvent endpoint={endpoint} />
      <Section title={t('secretTitle')} text={t('secretText')}>
        <Group>
          <Rotation endpoint={endpoint} />
        </Group>
      </Section>
      <Section title={t('ending')} text={endpoint.is_active ? t('disableText') : t('enableText')}>
        <Group gap="sm">
          <Activation endpoint={endpoint} />
          <Deletion endpoint={endpoint} />
        </Group>
      </Section>
    </Stack>
  );
}

function Settings({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation(['webhooks', 'ui']);
  const change = useChangeEndpoint(endpoint.id);
  const notify = useNotify();
  return (
    <Section title={t('settings')}>
      <EndpointFields
        before={endpoint}
        submitLabel={t('ui:save')}
        submit={(values, { onError, onSuccess }) =>
          change.mutate(newEndpoint(values), {
            onError,
            onSuccess: () => {
              onSuccess();
              notify(t('ui:saved'));
            },
          })
        }
        isPending={change.isPending}
        error={change.error}
      />
    </Section>
  );
}

function Rotation({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation('webhooks');
  const rotate = useRotateSecret(endpoint.id);
  return (
    <>
      <ConfirmButton
        label={t('rotate')}
        title={t('rotateTitle')}
        action={rotate}
        run={(outcome) => rotate.mutate(undefined, outcome)}
      >
        <Text size="sm">{t('rotateConfirm')}</Text>
      </ConfirmButton>
      {rotate.data && (
        <SecretDialog
          title={t('rotatedTitle')}
          label={t('secret')}
          secret={rotate.data.secret}
          lost={t('secretLost')}
          onDone={rotate.reset}
        >
          <Text size="sm">{t('rotateOverlap')}</Text>
          <SecretUse />
        </SecretDialog>
      )}
    </>
  );
}

function Activation({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation('webhooks');
  const change = useChangeEndpoint(endpoint.id);
  const step = endpoint.is_active ? 'disable' : 'enable';
  return (
    <ConfirmButton
      key={step}
      label={t(step)}
      title={t(`${step}Title`)}
      action={change}
      run={(outcome) => change.mutate({ is_active: !endpoint.is_active }, outcome)}
    >
      <Text size="sm">{t(`${step}Confirm`)}</Text>
    </ConfirmButton>
  );
}

function Deletion({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation('webhooks');
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = useDeleteEndpoint(endpoint.id, () => {
    notify(t('deleted'));
    void navigate('/webhooks');
  });
  return (
    <ConfirmButton
      label={t('delete')}
      title={t('deleteTitle')}
      isDangerous
      action={remove}
      run={(outcome) => remove.mutate(undefined, outcome)}
    >
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {endpoint.url}
        </Text>
        <Text size="sm">{t('deleteConfirm')}</Text>
        {endpoint.is_active && <Text size="sm">{t('deleteActive')}</Text>}
      </Stack>
    </ConfirmButton>
  );
}
