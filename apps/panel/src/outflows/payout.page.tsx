import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import type { Schemas } from '../api/client';
import { formatDecimal } from '../money/amounts';
import { Allowed, RequirePermission } from '../session/allowed';
import { Amount } from '../ui/amount';
import { CopyText } from '../ui/copy';
import { Details } from '../ui/details';
import { History } from '../ui/history';
import { Moment } from '../ui/moment';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { Status } from '../ui/status';
import { useWalletLabel } from '../wallets/use-wallet-label';
import { Arrival } from './arrival';
import { FiguresTable } from './figures-table';
import { arrivalAfter } from './lead-time';
import { DestinationDetails } from './order/destination-details';
import { OrderedBy } from './ordered-by';
import { Outcome } from './outcome';
import { payoutQuery } from './queries';
import { isUnderWay, timelineOf } from './timeline';

type Payout = Schemas['PayoutDetail'];

/** One payout or transfer: its outcome, its figures and its history. */
export default function PayoutPage() {
  const { t } = useTranslation('outflows');
  const { id = '' } = useParams();
  return (
    <RequirePermission to="view_payouts">
      <LoadedPayout key={id} id={id} back={{ to: '/payouts', label: t('title') }} />
    </RequirePermission>
  );
}

function LoadedPayout({ id, back }: { id: string; back: { to: string; label: string } }) {
  const { t } = useTranslation('outflows');
  const { data: payout, error, refetch } = useQuery(payoutQuery(id));
  if (!payout) {
    return (
      <Page title={t('one')} back={back}>
        {error ? <Problem error={error} onRetry={() => void refetch()} /> : <LoadingLines />}
      </Page>
    );
  }
  return (
    <Page
      title={t(`to.${payout.type}`, { name: payout.destination.name })}
      back={back}
      actions={<OrderAgain payout={payout} />}
    >
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      <Group gap="sm" role="status">
        <Amount value={payout.amount} currency={payout.currency} fw={600} fz="xl" />
        <Status value={payout.returned_at === null ? payout.status : 'returned'} />
        {payout.instant && <Text c="dimmed">{t('instant')}</Text>}
      </Group>
      <Outcome payout={payout} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <Section framed title={t('section.figures')}>
            <FiguresTable figures={payout} caption={t('figures.caption')} />
          </Section>
          <Section framed title={t('section.details')}>
            <Facts payout={payout} />
          </Section>
        </Stack>
        <Stack gap="lg">
          <Section framed title={t('section.history')}>
            <Timeline payout={payout} />
          </Section>
          <Section framed title={t('destination.title')}>
            <DestinationDetails {...payout.destination} />
          </Section>
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

function Timeline({ payout }: { payout: Payout }) {
  const { t } = useTranslation('outflows');
  const entries = timelineOf(payout).map(({ step, at, reason }) => ({
    title: t(at === null ? `ahead.${step}` : `history.${step}`),
    at,
    note: reason ?? (at === null && step === 'completed' && <Expected payout={payout} />),
  }));
  return <History entries={entries} />;
}

/** The expected time of arrival. */
function Expected({ payout }: { payout: Payout }) {
  const { t } = useTranslation('outflows');
  const at = payout.instant ? undefined : arrivalAfter(payout.created_at, payout.lead_time);
  return (
    <Text span size="sm" c="dimmed">
      {at ? (
        <>
          {t('expectedBy')} <Moment at={at} />
        </>
      ) : (
        <Arrival leadTime={payout.lead_time} instant={payout.instant} />
      )}
    </Text>
  );
}

function Facts({ payout }: { payout: Payout }) {
  const { t, i18n } = useTranslation('outflows');
  const labelOf = useWalletLabel();
  const rate = (value: string | null) => value && formatDecimal(value, i18n.language);
  return (
    <Details
      facts={[
        [t('type'), t(`types.${payout.type}`)],
        [
          t('wallet'),
          t('walletName', { currency: labelOf({ id: payout.virtual_wallet_id, currency: payout.currency }) }),
        ],
        [t('orderedBy'), <OrderedBy key="by" id={payout.requested_by} />],
        [
          t('cameBack'),
          payout.returned_amount && <Amount key="back" value={payout.returned_amount} currency={payout.currency} />,
        ],
        [t('order.comment'), payout.comment],
        [t('leadTime'), <Arrival key="arrival" leadTime={payout.lead_time} instant={payout.instant} />],
        [t('referenceRate'), rate(payout.reference_rate)],
        [t('effectiveRate'), rate(payout.effective_rate)],
        [t('providerReference'), payout.provider_reference],
        [t('id'), <CopyText key="id" value={payout.id} label={t('id')} />],
      ]}
    />
  );
}

/** Orders again, for a payout that failed or was returned. */
function OrderAgain({
  payout: { type, status, returned_at: returnedAt, virtual_wallet_id: wallet, destination },
}: {
  payout: Payout;
}) {
  const { t } = useTranslation('outflows');
  if (isUnderWay(status) || (status === 'completed' && returnedAt === null)) return null;
  const search = new URLSearchParams({ wallet, destination: destination.id }).toString();
  return (
    <Allowed to="create_payouts">
      <Button component={Link} to={`/${type}s/new?${search}`} variant="default">
        {t(`again.${type}`)}
      </Button>
    </Allowed>
  );
}
