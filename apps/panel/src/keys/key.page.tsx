import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { ApiError } from '../api/api-error';
import { RequirePermission } from '../session/allowed';
import { useSession } from '../session/session';
import { ConfirmButton } from '../ui/confirm-button';
import { Details } from '../ui/details';
import { Moment } from '../ui/moment';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { useNotify } from '../ui/use-notify';
import { Expiry } from './expiry';
import { KeyFields } from './key-fields';
import { changesOf, keyShown, stateOf } from './key-form';
import { beyondOwn } from './key-permissions';
import { Owner } from './owner';
import { keysQuery, useChangeKey, useDeleteKey, type ApiKey } from './queries';

export default function KeyPage() {
  const { t } = useTranslation('keys');
  const { id } = useParams();
  const query = useQuery(keysQuery);
  const key = query.data?.data.find((one) => one.id === id);
  return (
    <RequirePermission to="manage_api_keys">
      <Page title={key?.name ?? t('key')} back={{ to: '/keys', label: t('title') }}>
        {key ? <Key key={key.id} ofAccount={key} now={query.dataUpdatedAt} /> : <Missing query={query} />}
      </Page>
    </RequirePermission>
  );
}

function Missing({ query }: { query: { isPending: boolean; error: Error | null; refetch: () => unknown } }) {
  if (query.isPending) return <LoadingLines />;
  const error = query.error ?? new ApiError(404, 'API_KEY_NOT_FOUND', '');
  return <Problem error={error} onRetry={() => void query.refetch()} />;
}

function Key({ ofAccount: key, now }: { ofAccount: ApiKey; now: number }) {
  const { t } = useTranslation('keys');
  const { user } = useSession();
  const beyond = beyondOwn(user.permissions, key.permissions).length > 0;
  return (
    <Stack gap="xl">
      <Details
        facts={[
          [t('state'), <Status key="state" value={stateOf(key, now)} />],
          [t('prefix'), <Code key="prefix">{keyShown(key)}</Code>],
          [t('owner'), <Owner key="owner" owner={key.owner} />],
          [t('createdAt'), <Moment key="created" at={key.created_at} />],
          [t('lastUsed'), key.last_used_at ? <Moment key="used" at={key.last_used_at} /> : t('neverUsed')],
          [t('expires'), key.expires_at ? <Expiry key="expires" at={key.expires_at} /> : t('neverExpires')],
        ]}
      />
      {beyond && <Alert color="gray">{t('beyondYou')}</Alert>}
      <Settings apiKey={key} />
      <Section title={t('ending')} text={endingText(key, now)}>
        <Group gap="sm">
          <Activation apiKey={key} disabled={beyond || stateOf(key, now) === 'expired'} />
          <Deletion apiKey={key} />
        </Group>
      </Section>
    </Stack>
  );

  function endingText(ended: ApiKey, at: number) {
    if (ended.is_active) return t('deactivateText');
    return stateOf(ended, at) === 'expired' ? t('activateExpiredText') : t('activateText');
  }
}

function Settings({ apiKey: key }: { apiKey: ApiKey }) {
  const { t } = useTranslation(['keys', 'ui']);
  const change = useChangeKey(key.id);
  const notify = useNotify();
  return (
    <Section title={t('settings')}>
      <KeyFields
        before={key}
        submitLabel={t('ui:save')}
        submit={(values, before, { onError, onSuccess }) =>
          change.mutate(changesOf(values, before), {
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

function Activation({ apiKey: key, disabled }: { apiKey: ApiKey; disabled: boolean }) {
  const { t } = useTranslation('keys');
  const change = useChangeKey(key.id);
  const step = key.is_active ? 'deactivate' : 'activate';
  return (
    <ConfirmButton
      key={step}
      label={t(step)}
      title={t(`${step}Title`, { name: key.name })}
      disabled={!key.is_active && disabled}
      action={change}
      run={(outcome) => change.mutate({ is_active: !key.is_active }, outcome)}
    >
      <Text size="sm">{t(`${step}Confirm`)}</Text>
    </ConfirmButton>
  );
}

function Deletion({ apiKey: key }: { apiKey: ApiKey }) {
  const { t } = useTranslation('keys');
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = useDeleteKey(key.id, () => {
    notify(t('deleted', { name: key.name }));
    void navigate('/keys');
  });
  return (
    <ConfirmButton
      label={t('delete')}
      title={t('deleteTitle', { name: key.name })}
      isDangerous
      action={remove}
      run={(outcome) => remove.mutate(undefined, outcome)}
    >
      <Text size="sm">{t('deleteConfirm')}</Text>
    </ConfirmButton>
  );
}
