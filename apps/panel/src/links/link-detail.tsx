import { Anchor, Grid, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, Navigate, useParams } from 'react-router';
import { ApiError } from '../api/api-error';
import { formatAmount } from '../money/amounts';
import { CollectionBreakdown } from '../payments/collection-breakdown';
import { useMethodName } from '../payments/methods';
import { paymentsQuery, type ReceivedPayment } from '../payments/queries';
import { RequirePermission } from '../session/allowed';
import { CopyIcon } from '../ui/copy';
import { Details } from '../ui/details';
import { Moment } from '../ui/moment';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { CancelLink } from './cancel-link';
import { amountCurrency, PATHS, type Link, type LinkKind } from './kind';
import { LinkExceptions } from './link-exceptions';
import { LinkHistory } from './link-history';
import { linkQuery } from './queries';
import { Share } from './share';

/** The page of one link. */
export function LinkDetail({ kind }: { kind: LinkKind }) {
  const id = useParams()['id'] ?? '';
  return (
    <RequirePermission to="view_payins">
      <Detail key={id} kind={kind} id={id} />
    </RequirePermission>
  );
}

function Detail({ kind, id }: { kind: LinkKind; id: string }) {
  // The payment's texts too: loading them later would hide the page again.
  const { t } = useTranslation(['links', 'payments']);
  const { data: link, error, refetch } = useQuery(linkQuery(kind, id));
  // References to a link do not always have its kind.
  const isUnknown = kind === 'payment_link' && error instanceof ApiError && error.status === 404;
  const card = useQuery({ ...linkQuery('card_payment_link', id), enabled: isUnknown });
  if (isUnknown && card.data) return <Navigate to={`${PATHS.card_payment_link}/${id}`} replace />;
  const isLooking = isUnknown && card.isPending;
  return (
    <Page
      title={link?.description ?? t(`${kind}.one`)}
      back={{ to: PATHS[kind], label: t(`${kind}.title`) }}
      actions={link?.status === 'active' && <CancelLink kind={kind} link={link} />}
    >
      {error && !isLooking && <Problem error={error} onRetry={() => void refetch()} />}
      {link && <LinkView kind={kind} link={link} />}
      {!link && (!error || isLooking) && <LoadingLines lines={8} />}
    </Page>
  );
}

function LinkView({ kind, link }: { kind: LinkKind; link: Link }) {
  const { t } = useTranslation('links');
  const { data: payments } = useQuery(paymentsQuery({ payment_link_id: link.id }));
  const payment = payments?.data[0];
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg">
          <LinkExceptions linkId={link.id} />
          {link.status === 'active' && (
            <Section framed title={t('share')}>
              <Share url={link.checkout_url} />
            </Section>
          )}
          {payment && <Payment payment={payment} />}
          <Section framed title={t('facts')}>
            <Facts kind={kind} link={link} />
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Section framed title={t('history')}>
          <LinkHistory link={link} payment={payment} />
        </Section>
      </Grid.Col>
    </Grid>
  );
}

function Payment({ payment }: { payment: ReceivedPayment }) {
  const { t } = useTranslation('links');
  return (
    <Section framed title={t('payment')}>
      <CollectionBreakdown figures={payment} />
      <Anchor component={RouterLink} to={`/payments/${payment.id}`} size="sm" mt="sm" display="inline-block">
        {t('openPayment')}
      </Anchor>
    </Section>
  );
}

function Facts({ kind, link }: { kind: LinkKind; link: Link }) {
  const { t, i18n } = useTranslation('links');
  const methodName = useMethodName();
  const { id, currency, currency_destiny: destination, payment_method: method, expires_at: expires } = link;
  const converted = currency !== destination;
  return (
    <Details
      facts={[
        [t('status'), <Status key="status" value={link.status} />],
        [t('reference'), link.reference],
        [t('amount'), formatAmount(link.amount, link.amount_currency, i18n.language)],
        [t('payerCurrency'), currency],
        [t('wallet'), destination],
        [
          t('amountType.label'),
          converted ? t(`amountType.${link.amount_type}`, { currency: amountCurrency(link) }) : null,
        ],
        [t('feeBorneBy'), t(link.customer_paid_fee ? 'feeByPayer' : 'feeByMerchant')],
        [t('method'), kind === 'payment_link' ? (method ? methodName(method) : t('notChosen')) : null],
        [t('returnTo'), link.return_url],
        [t('expires'), expires && <Moment key="expires" at={expires} />],
        [t('createdAt'), <Moment key="created" at={link.created_at} />],
        [t('createdBy'), link.created_by.api_key_id ? t('byKey') : null],
        [
          t('id'),
          <Group key="id" gap={4} wrap="nowrap">
            <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
              {id}
            </Text>
            <CopyIcon value={id} label={t('id')} />
          </Group>,
        ],
      ]}
    />
  );
}
