import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api, bodyOf, type Schemas } from '../api/client';
import { useMethodName } from '../payments/methods';
import { Amount } from '../ui/amount';
import { Empty } from '../ui/empty';
import { List, type PageOf } from '../ui/list';
import { Moment } from '../ui/moment';
import { Status } from '../ui/status';

type Payment = Schemas['ReceivedPayment'];

const SHOWN = 5;

const latestQuery = queryOptions({
  queryKey: ['payments', 'latest'],
  queryFn: async (): Promise<PageOf<Payment>> => {
    const { data } = await bodyOf(
      api.GET('/api/v1/clients/received-payments', {
        params: { query: { per_page: SHOWN } },
      }),
    );
    // Without the cursor: the list of all payments has further pages.
    return { data };
  },
  refetchInterval: 10_000,
});

/** The newest payments, with a link to all of them. */
export function LatestPayments() {
  const { t } = useTranslation('home');
  const methodName = useMethodName();
  const query = useQuery(latestQuery);
  const heading = useId();
  return (
    <Stack gap="sm" component="section" aria-labelledby={heading}>
      <Group justify="space-between">
        <Title order={2} size="h4" id={heading}>
          {t('latest.title')}
        </Title>
        <Anchor component={Link} to="/payments" size="sm">
          {t('latest.all')}
        </Anchor>
      </Group>
      <List
        label={t('latest.title')}
        query={query}
        rowKey={({ id }) => id}
        columns={[
          {
            header: t('latest.payer'),
            cell: ({ id, payer }) => (
              <Anchor component={Link} to={`/payments/${id}`} inherit>
                {payer.name ?? payer.email ?? payer.document ?? t('latest.unknownPayer')}
              </Anchor>
            ),
          },
          {
            header: t('latest.what'),
            cell: ({ description, reference }) => (
              <Text size="sm" lineClamp={2} maw={280}>
                {[description, reference].filter(Boolean).join(' · ')}
              </Text>
            ),
          },
          { header: t('latest.when'), cell: ({ created_at }) => <Moment at={created_at} /> },
          {
            header: t('latest.method'),
            cell: ({ payment_method: method }) => methodName(method),
          },
          { header: t('latest.status'), cell: ({ status }) => <Status value={status} /> },
          {
            header: t('latest.credited'),
            align: 'right',
            cell: ({ credited_amount, currency }) => <Amount value={credited_amount} currency={currency} />,
          },
        ]}
        empty={<Empty title={t('latest.noneTitle')}>{t('latest.noneText')}</Empty>}
      />
    </Stack>
  );
}
