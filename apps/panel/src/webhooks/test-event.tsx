import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { useTestEvent, type Endpoint } from './queries';

/** Sends a test event to the endpoint and opens the page of its delivery. */
export function TestEvent({ endpoint }: { endpoint: Endpoint }) {
  const { t } = useTranslation('webhooks');
  const navigate = useNavigate();
  const { mutate, isPending, error } = useTestEvent(endpoint.id);
  return (
    <Section title={t('test.title')} text={t('test.text')}>
      {error && <Problem error={error} />}
      <Group>
        <Button
          variant="default"
          loading={isPending}
          onClick={() => mutate(undefined, { onSuccess: ({ id }) => void navigate(`/deliveries/${id}`) })}
        >
          {t('test.send')}
        </Button>
      </Group>
    </Section>
  );
}
