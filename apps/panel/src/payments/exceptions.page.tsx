import { Anchor, Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RequirePermission } from '../session/allowed';
import { Empty } from '../ui/empty';
import { List, type Column } from '../ui/list';
import { useListParams } from '../ui/list-params';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { Status } from '../ui/status';
import { ExceptionAmounts } from './exception-amounts';
import { exceptionsQuery, type PaymentException } from './queries';
import { PaymentsTabs } from './section';

export default function ExceptionsPage() {
  return (
    <RequirePermission to="view_payins">
      <Exceptions />
    </RequirePermission>
  );
}

function Exceptions() {
  const { t } = useTranslation('payments');
  const { cursor } = useListParams([]);
  const query = useQuery(exceptionsQuery({}, cursor));
  const columns = useColumns();
  return (
    <Page title={t('exceptions.title')} description={t('exceptions.description')}>
      <PaymentsTabs />
      <List
        label={t('exceptions.title')}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={t('exceptions.empty.title')}>{t('exceptions.empty.text')}</Empty>}
      />
    </Page>
  );
}

function useColumns(): readonly Column<PaymentException>[] {
  const { t } = useTranslation('payments');
  return [
    {
      header: t('exceptions.reason'),
      cell: ({ reason, provider_reference: reference }) => (
        <Box maw={420}>
          <Text size="sm">{t([`exceptions.reasons.${reason}`, 'exceptions.reasons.other'])}</Text>
          <Text size="xs" c="dimmed">
            {t('reference')}: {reference}
          </Text>
        </Box>
      ),
    },
    {
      header: t('status'),
      cell: ({ state, resolved_at: resolved }) => (
        <Box maw={240}>
          <Status value={state} />
          <Text size="xs" c="dimmed" mt={4}>
            {t(`exceptions.states.${state}`)}
          </Text>
          {resolved && (
            <Text size="xs" c="dimmed">
              <Moment at={resolved} />
            </Text>
          )}
        </Box>
      ),
    },
    { header: t('received'), cell: ({ received_at: at }) => <Moment at={at} /> },
    {
      header: t('link'),
      cell: ({ payment_link_id: link }) => (
        <Anchor component={Link} to={`/links/${link}`}>
          {t('openLink')}
        </Anchor>
      ),
    },
    {
      header: t('paid'),
      align: 'right',
      cell: (exception) => <ExceptionAmounts exception={exception} />,
    },
  ];
}
