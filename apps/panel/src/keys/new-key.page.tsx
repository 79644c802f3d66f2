import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { SecretDialog } from '../ui/secret-dialog';
import { KeyFields } from './key-fields';
import { newKey } from './key-form';
import { keysQuery, useCreateKey } from './queries';
import { useReasonAgainstNewKey } from './reason-against-new-key';

export default function NewKeyPage() {
  const { t } = useTranslation('keys');
  return (
    <RequirePermission to="manage_api_keys">
      <Page title={t('newTitle')} description={t('newText')} back={{ to: '/keys', label: t('title') }}>
        <NewKey />
      </Page>
    </RequirePermission>
  );
}

function NewKey() {
  const { t } = useTranslation('keys');
  const navigate = useNavigate();
  const { data } = useQuery(keysQuery);
  const create = useCreateKey();
  const reason = useReasonAgainstNewKey(data?.data.length);
  if (reason !== null && !create.data) return <Notice>{reason}</Notice>;
  return (
    <>
      <KeyFields
        submitLabel={t('create')}
        submit={(values, _before, outcome) => create.mutate(newKey(values), outcome)}
        isPending={create.isPending}
        error={create.error}
      />
      {create.data && (
        <SecretDialog
          title={t('createdTitle', { name: create.data.name })}
          label={t('key')}
          secret={create.data.api_key}
          lost={t('secretLost')}
          onDone={() => void navigate('/keys')}
        >
          <Text size="sm">{t('secretUse')}</Text>
        </SecretDialog>
      )}
    </>
  );
}
