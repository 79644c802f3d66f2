import { Anchor, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { CodeSample } from '../ui/code-sample';
import { ConfirmButton } from '../ui/confirm-button';
import { CopyIcon } from '../ui/copy';
import { Details } from '../ui/details';
import { Loaded } from '../ui/loaded';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { useNotify } from '../ui/use-notify';
import { linkPage } from './link-page';
import { deliveryQuery, useResend, type Delivery } from './queries';
import { useResponse } from './use-response';

export default function DeliveryPage() {
  return (
    <RequirePermission to="manage_webhooks">
      <DeliveryOfAddress />
    </RequirePermission>
  );
}

function DeliveryOfAddress() {
  const { t } = useTranslation('webhooks');
  const { id = '' } = useParams();
  const query = useQuery(deliveryQuery(id));
  const { data } = query;
  return (
    <Page
      title={data?.event ?? t('delivery')}
      back={{ to: '/deliveries', label: t('deliveries') }}
      actions={data && <Resend key={id} delivery={data} />}
    >
      <Loaded query={query}>{(delivery) => <Sections delivery={delivery} />}</Loaded>
    </Page>
  );
}

function Resend({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks');
  const navigate = useNavigate();
  const notify = useNotify();
  const resend = useResend(delivery.id);
  return (
    <ConfirmButton
      variant="filled"
      label={t('resend')}
      title={t('resendTitle')}
      action={resend}
      run={({ onSuccess }) =>
        resend.mutate(undefined, {
          onSuccess: ({ id }) => {
            onSuccess();
            notify(t('resent'));
            void navigate(`/deliveries/${id}`);
          },
        })
      }
    >
      <Text size="sm">{delivery.endpoint_id === null ? t('resendLinkConfirm') : t('resendConfirm')}</Text>
    </ConfirmButton>
  );
}

function Sections({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks');
  return (
    <Stack gap="xl">
      <Facts delivery={delivery} />
      <Section title={t('attempts')}>
        {delivery.attempts.length === 0 && <Text size="sm">{t('noAttempt')}</Text>}
        {delivery.attempts.map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
        {delivery.next_attempt_at && (
          <Text size="sm">
            {t('nextAttempt')} <Moment at={delivery.next_attempt_at} as="exact" />
          </Text>
        )}
        {delivery.status === 'failed' && <Text size="sm">{t('gaveUp')}</Text>}
      </Section>
      <Section title={t('request')} text={t('requestText')}>
        <CodeSample label={t('body')} code={JSON.stringify(delivery.payload, null, 2)} />
      </Section>
    </Stack>
  );
}

function Facts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks');
  const { endpoint_id: endpoint, payment_link_id: link } = delivery;
  return (
    <Details
      facts={[
        [t('status'), <Status key="status" value={delivery.status} />],
        [t('to'), delivery.url],
        [
          t('endpoint'),
          endpoint === null ? (
            t('linkAddress')
          ) : (
            <Anchor key="endpoint" component={Link} to={`/webhooks/${endpoint}`} size="sm">
              {t('showEndpoint')}
            </Anchor>
          ),
        ],
        [t('queuedAt'), <Moment key="queued" at={delivery.created_at} as="exact" />],
        [t('deliveredAt'), delivery.delivered_at && <Moment key="delivered" at={delivery.delivered_at} as="exact" />],
        [t('deliveryId'), <Id key="id" value={delivery.id} label={t('deliveryId')} />],
        [t('eventId'), <Id key="event" value={delivery.event_id} label={t('eventId')} />],
        [
          t('link'),
          link && (
            <Group key="link" gap="md">
              <Anchor component={Link} to={linkPage(delivery)} size="sm">
                {t('showLink')}
              </Anchor>
              <Anchor component={Link} to={`/deliveries?payment_link_id=${link}`} size="sm">
                {t('sameLink')}
              </Anchor>
            </Group>
          ),
        ],
      ]}
    />
  );
}

function Id({ value, label }: { value: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code style={{ overflowWrap: 'anywhere' }}>{value}</Code>
      <CopyIcon value={value} label={label} />
    </Group>
  );
}

function Attempt({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const { t, i18n } = useTranslation('webhooks');
  const responseOf = useResponse();
  const { number, status_code: code, duration_ms: duration, answer_excerpt: excerpt } = attempt;
  const milliseconds = new Intl.NumberFormat(i18n.language, { style: 'unit', unit: 'millisecond' });
  const succeeded = code !== null && code >= 200 && code < 300;
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h5">
            {t('attempt', { number })}
          </Title>
          <Status value={succeeded ? 'delivered' : 'failed'} />
        </Group>
        <Details
          facts={[
            [t('sentAt'), <Moment key="at" at={attempt.at} as="exact" />],
            [t('response'), responseOf(attempt)],
            [t('duration'), duration === null ? t('notRecorded') : milliseconds.format(duration)],
          ]}
        />
        {excerpt && <CodeSample label={t('responseBody')} code={excerpt} />}
      </Stack>
    </Paper>
  );
}
