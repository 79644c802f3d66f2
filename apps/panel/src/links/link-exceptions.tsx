import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ExceptionAmounts } from '../payments/exception-amounts';
import { exceptionsQuery } from '../payments/queries';
import { Moment } from '../ui/moment';
import { Notice } from '../ui/notice';
import { Status } from '../ui/status';

/** The payment exceptions of the link: the amount that arrived, the expected amount, and the state. */
export function LinkExceptions({ linkId }: { linkId: string }) {
  const { t } = useTranslation(['payments', 'links']);
  const { data } = useQuery(exceptionsQuery({ payment_link_id: linkId }));
  if (!data || data.data.length === 0) return null;
  return (
    <Notice title={t('links:exceptions')}>
      <Stack gap="md">
        {data.data.map((exception) => (
          <Group key={exception.id} justify="space-between" align="flex-start">
            <Stack gap={4} flex="1 1 14rem" miw={0} align="flex-start">
              <Text size="sm">{t([`exceptions.reasons.${exception.reason}`, 'exceptions.reasons.other'])}</Text>
              <Group gap="xs">
                <Status value={exception.state} />
                <Text size="sm">{t(`exceptions.states.${exception.state}`)}</Text>
              </Group>
              <Text size="xs">
                <Moment at={exception.received_at} />
              </Text>
            </Stack>
            <div>
              <ExceptionAmounts exception={exception} />
            </div>
          </Group>
        ))}
        <Anchor component={Link} to="/payments/exceptions" size="sm">
          {t('links:allExceptions')}
        </Anchor>
      </Stack>
    </Notice>
  );
}
