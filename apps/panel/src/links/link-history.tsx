import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useMethodName } from '../payments/methods';
import type { ReceivedPayment } from '../payments/queries';
import { usePermissions } from '../session/session';
import { History } from '../ui/history';
import { Moment } from '../ui/moment';
import { Problem } from '../ui/problem';
import { useEventOnLink } from '../webhooks/events';
import type { Link } from './kind';
import { deliveriesQuery } from './queries';
import { timelineOf, type Step } from './timeline';

/** The history of the link: creation, payment, credit and webhook deliveries. */
export function LinkHistory({ link, payment }: { link: Link; payment: ReceivedPayment | undefined }) {
  const { t } = useTranslation(['links', 'ui']);
  const { can } = usePermissions();
  const mayNotify = can('manage_webhooks');
  const { data, error, refetch } = useQuery({ ...deliveriesQuery(link.id), enabled: mayNotify });
  const describe = useStepTexts(payment);
  const steps = timelineOf({ link, payment, deliveries: mayNotify ? data?.data : undefined });
  return (
    <>
      <History entries={steps.map((step) => ({ ...describe(step), at: step.at }))} />
      {mayNotify && error && <Problem error={error} onRetry={() => void refetch()} />}
      {!mayNotify && (
        <Text size="xs" c="dimmed" mt="md">
          {t('deliveriesHidden', { name: t('ui:permission.manage_webhooks') })}
        </Text>
      )}
    </>
  );
}

function useStepTexts(payment: ReceivedPayment | undefined): (step: Step) => { title: string; note?: ReactNode } {
  const { t } = useTranslation('links');
  const [methodName, eventOnLink] = [useMethodName(), useEventOnLink()];
  return (step) => {
    if (!('delivery' in step)) {
      const payer = payment?.payer.name ?? payment?.payer.email;
      const method = payment && methodName(payment.payment_method);
      return {
        title: t(`step.${step.kind}`),
        ...(step.kind === 'paid' && payment && { note: [payer, method].filter(Boolean).join(' · ') }),
      };
    }
    const { id, event, url, attempts, next_attempt_at: next } = step.delivery;
    return {
      title: t(`step.${step.kind}`),
      note: (
        <>
          {eventOnLink(event)} → {new URL(url).host}
          {step.kind === 'deliveryPending' && attempts.length > 0 && next && (
            <Text component="span" display="block" size="xs">
              {t('nextAttempt')} <Moment at={next} />
            </Text>
          )}{' '}
          <Anchor component={RouterLink} to={`/deliveries/${id}`} size="sm" display="block">
            {t('openDelivery')}
          </Anchor>
        </>
      ),
    };
  };
}
