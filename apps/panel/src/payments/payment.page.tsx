import { Anchor, Grid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { formatAmount } from '../money/amounts';
import { RequirePermission } from '../session/allowed';
import { CopyText } from '../ui/copy';
import { Details } from '../ui/details';
import { History } from '../ui/history';
import { Loaded } from '../ui/loaded';
import { Moment } from '../ui/moment';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { CollectionBreakdown } from './collection-breakdown';
import { useMethodName } from './methods';
import { PaymentRefunds } from './payment-refunds';
import { paymentQuery, type ReceivedPayment } from './queries';
import { RefundPayment } from './refund-dialog';

export default function PaymentPage() {
  return (
    <RequirePermission to="view_payins">
      <Payment id={useParams()['id'] ?? ''} />
    </RequirePermission>
  );
}

function Payment({ id }: { id: string }) {
  const { t, i18n } = useTranslation('payments');
  const query = useQuery(paymentQuery(id));
  const payment = query.data;
  const title = payment
    ? t('one', { amount: formatAmount(payment.payer_amount, payment.payer_currency, i18n.language) })
    : t('payment');
  return (
    <Page
      title={title}
      back={{ to: '/payments', label: t('title') }}
      actions={payment && <RefundPayment payment={payment} />}
    >
      <Loaded query={query} lines={8}>
        {(loaded) => <PaymentView payment={loaded} />}
      </Loaded>
    </Page>
  );
}

function PaymentView({ payment }: { payment: ReceivedPayment }) {
  const { t } = useTranslation('payments');
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          <Section framed title={t('figures')}>
            {payment.status === 'in_process' && (
              <Text size="sm" c="dimmed" mb="sm">
                {t('expected')}
              </Text>
            )}
            <CollectionBreakdown figures={payment} />
          </Section>
          <PaymentRefunds payment={payment} />
          {payment.fee_receipt && <FeeReceipt receipt={payment.fee_receipt} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="lg">
          <Section framed title={t('facts')}>
            <Facts payment={payment} />
          </Section>
          <Section framed title={t('history')}>
            <PaymentHistory payment={payment} />
          </Section>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function Facts({ payment }: { payment: ReceivedPayment }) {
  const { t } = useTranslation('payments');
  const methodName = useMethodName();
  const { payer, payment_link_id: link, kind, payment_method: method, provider_reference: reference } = payment;
  return (
    <Details
      facts={[
        [t('status'), <Status key="status" value={payment.status} />],
        [t('method'), methodName(method)],
        [t('payerName'), payer.name ?? t('notKnown')],
        [t('payerEmail'), payer.email],
        [t('payerDocument'), payer.document],
        [
          t('link'),
          <Anchor
            key="link"
            component={Link}
            to={`${kind === 'card_payment_link' ? '/links/cards' : '/links'}/${link}`}
          >
            {t('openLink')}
          </Anchor>,
        ],
        [t('reference'), <CopyText key="reference" value={reference} label={t('reference')} />],
      ]}
    />
  );
}

function PaymentHistory({ payment }: { payment: ReceivedPayment }) {
  const { t } = useTranslation('payments');
  const { created_at: received, credited_at: credited, returned_at: returned } = payment;
  return (
    <History
      entries={[
        { title: t('received'), at: received },
        ...(credited === null && returned !== null ? [] : [{ title: t('credited'), at: credited }]),
        ...(returned === null ? [] : [{ title: t('returned'), at: returned, note: t('returnedNote') }]),
      ]}
    />
  );
}

function FeeReceipt({ receipt }: { receipt: NonNullable<ReceivedPayment['fee_receipt']> }) {
  const { t, i18n } = useTranslation('payments');
  return (
    <Section framed title={t('receipt.title')}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('receipt.text')}
      </Text>
      <Details
        facts={[
          [t('receipt.number'), receipt.number],
          [t('receipt.amount'), formatAmount(receipt.amount, receipt.currency, i18n.language)],
          [t('receipt.issued'), <Moment key="issued" at={receipt.issued_at} />],
        ]}
      />
    </Section>
  );
}
