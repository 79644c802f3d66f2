import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Amount } from '../ui/amount';
import { Moment } from '../ui/moment';
import { RowLink } from '../ui/row-link';
import { Section } from '../ui/section';
import { Status, type State } from '../ui/status';
import type { ReceivedPayment } from './queries';
import { disputesQuery } from './refund-queries';

/** The refunds and the disputes of one payment; nothing for a payment without any. */
export function PaymentRefunds({ payment }: { payment: ReceivedPayment }) {
  const { t } = useTranslation('payments');
  const { id, refunds } = payment;
  const { data: disputes } = useQuery(disputesQuery({ received_payment_id: id }));
  return (
    <>
      {refunds.length > 0 && (
        <Section framed title={t('refunds.tab')}>
          <Stack gap="sm">
            {refunds.map((refund) => (
              <Part
                key={refund.id}
                {...refund}
                at={refund.created_at}
                name={<RowLink to={`/payments/refunds/${refund.id}`}>{t(`refunds.origin.${refund.origin}`)}</RowLink>}
              />
            ))}
          </Stack>
        </Section>
      )}
      {disputes && disputes.data.length > 0 && (
        <Section framed title={t('disputes.tab')}>
          <Text size="sm" c="dimmed" mb="sm">
            {t('disputes.explained')}
          </Text>
          <Stack gap="sm">
            {disputes.data.map((dispute) => (
              <Part
                key={dispute.id}
                {...dispute}
                at={dispute.opened_at}
                name={dispute.reason ?? t('disputes.noReason')}
              />
            ))}
          </Stack>
        </Section>
      )}
    </>
  );
}

interface PartProps {
  name: React.ReactNode;
  status: State;
  amount: string;
  currency: string;
  at: string;
}

function Part({ name, status, amount, currency, at }: PartProps) {
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <Stack gap={2} miw={0}>
        <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          <Moment at={at} />
        </Text>
      </Stack>
      <Stack gap={2} align="flex-end">
        <Amount value={amount} currency={currency} />
        <Status value={status} />
      </Stack>
    </Group>
  );
}
