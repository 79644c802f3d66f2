import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { Notice } from '../ui/notice';
import { Page } from '../ui/page';
import { SecretDialog } from '../ui/secret-dialog';
import { EndpointFields } from './endpoint-fields';
import { newEndpoint } from './endpoint-form';
import { endpointsQuery, MAX_ENDPOINTS, useCreateEndpoint } from './queries';
import { SecretUse } from './secret-use';

export default function NewEndpointPage() {
  const { t } = useTranslation('webhooks');
  return (
    <RequirePermission to="manage_webhooks">
      <Page title={t('newTitle')} description={t('newText')} back={{ to: '/webhooks', label: t('title') }}>
        <NewEndpoint />
      </Page>
    </RequirePermission>
  );
}

function NewEndpoint() {
  const { t } = useTranslation('webhooks');
  const navigate = useNavigate();
  const { data } = useQuery(endpointsQuery);
  const create = useCreateEndpoint();
  const { data: created } = create;
  if (data && data.data.length >= MAX_ENDPOINTS && !created) {
    return <Notice>{t('full', { limit: MAX_ENDPOINTS })}</Notice>;
  }
  return (
    <>
      <EndpointFields
        submitLabel={t('create')}
        submit={(values, outcome) => create.mutate(newEndpoint(values), outcome)}
        isPending={create.isPending}
        error={create.error}
      />
      {created && (
        <SecretDialog
          title={t('createdTitle')}
          label={t('secret')}
          secret={created.secret}
          lost={t('secretLost')}
          onDone={() => void navigate(`/webhooks/${created.id}`)}
        >
          <SecretUse />
        </SecretDialog>
      )}
    </>
  );
}
