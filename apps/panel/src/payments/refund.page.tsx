import { Alert, Anchor, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { formatAmount, formatDecimal } from '../money/amounts';
import { RequirePermission } from '../session/allowed';
import { Amount } from '../ui/amount';
import { CopyText } from '../ui/copy';
import { Details } from '../ui/details';
import { History } from '../ui/history';
import { IconAlertTriangle } from '../ui/icons';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { isOpen, refundQuery, type Refund } from './refund-queries';

/** One refund: what the payer gets, what the wallet pays, and its history. */
export default function RefundPage() {
  return (
    <RequirePermission to="view_payins">
      <LoadedRefund id={useParams()['id'] ?? ''} />
    </RequirePermission>
  );
}

function LoadedRefund({ id }: { id: string }) {
  const { t, i18n } = useTranslation('payments');
  const query = useQuery(refundQuery(id));
  const refund = query.data;
  const title = refund
    ? t('refunds.one', { amount: formatAmount(refund.amount, refund.currency, i18n.language) })
    : t('refunds.refund');
  return (
    <Page title={title} back={{ to: '/payments/refunds', label: t('refunds.title') }}>
      <Loaded query={query}>{(loaded) => <RefundView refund={loaded} />}</Loaded>
    </Page>
  );
}

function RefundView({ refund }: { refund: Refund }) {
  const { t } = useTranslation('payments');
  // A completed refund has a reason when its provider says later that it failed.
  const isDoubted = refund.status === 'completed' && refund.failure_reason !== null;
  return (
    <>
      {isDoubted && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('refunds.doubt.title')}>
          {t('refunds.doubt.text')}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Section framed title={t('facts')}>
          <Facts refund={refund} />
        </Section>
        <Section framed title={t('history')}>
          <RefundHistory refund={refund} />
        </Section>
      </SimpleGrid>
    </>
  );
}

function Facts({ refund }: { refund: Refund }) {
  const { t, i18n } = useTranslation('payments');
  const { exchange_rate: rate, provider_reference: reference } = refund;
  return (
    <Details
      facts={[
        [t('status'), <Status key="status" value={refund.status} />],
        [t('refunds.payerGets'), <Amount key="payer" value={refund.amount} currency={refund.currency} />],
        [
          t('refunds.walletPays'),
          <Amount key="wallet" value={refund.wallet_amount} currency={refund.wallet_currency} />,
        ],
        [t('refunds.rate'), rate && formatDecimal(rate, i18n.language)],
        [t('refunds.reason'), refund.reason],
        [t('refunds.madeBy'), t(`refunds.origin.${refund.origin}`)],
        [
          t('payment'),
          <Anchor key="payment" component={Link} to={`/payments/${refund.received_payment_id}`}>
            {t('refunds.openPayment')}
          </Anchor>,
        ],
        [t('reference'), reference && <CopyText key="reference" value={reference} label={t('reference')} />],
      ]}
    />
  );
}

function RefundHistory({ refund }: { refund: Refund }) {
  const { t } = useTranslation('payments');
  const { created_at: requested, completed_at: completed, failed_at: failed, failure_reason: reason } = refund;
  return (
    <Stack gap="sm">
      <History
        entries={[
          { title: t('refunds.requested'), at: requested, note: isOpen(refund) && t('refunds.reserved') },
          failed === null
            ? { title: t('refunds.completed'), at: completed, note: completed && t('refunds.payerTime') }
            : { title: t('refunds.failed'), at: failed, note: reason ?? t('refunds.released') },
        ]}
      />
    </Stack>
  );
}
