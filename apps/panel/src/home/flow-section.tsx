import { Group, NativeSelect, Paper, SegmentedControl, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../money/amounts';
import { Deferred } from '../ui/deferred';
import { Disclosure } from '../ui/disclosure';
import { useListParams } from '../ui/list-params';
import { Problem } from '../ui/problem';
import { walletsQuery, type Wallet } from '../wallets/queries';
import { useWalletLabel } from '../wallets/use-wallet-label';
import { useSession } from '../session/session';
import { hasMovement, periodOf, PERIODS, totalsOf, type BalanceDay } from './flow';
import { FlowFigures } from './flow-figures';
import { FlowTable } from './flow-table';
import { seriesQuery } from './series-query';

const CHART_HEIGHT = 260;
/** The chart with its figures and the button that shows the table. */
const CARD_HEIGHT = 370;

/** The library of the chart is a third of all scripts of the page, so it is loaded last. */
const FlowChart = lazy(() => import('./flow-chart'));

/** Money in and out of one wallet by day, for a period that the address keeps. */
export function FlowSection() {
  const { t } = useTranslation('home');
  const { filters, setFilter } = useListParams(['wallet', 'days']);
  const { data: wallets } = useQuery(walletsQuery);
  const wallet = wallets?.find(({ id }) => id === filters.wallet) ?? wallets?.[0];
  const days = PERIODS.find((length) => length === filters.days) ?? '30';
  const heading = useId();
  const labelOf = useWalletLabel();
  if (wallets && !wallet) return null;
  return (
    <Stack gap="sm" component="section" aria-labelledby={heading}>
      <Group justify="space-between" align="flex-end">
        <Title order={2} size="h4" id={heading}>
          {t('flow.title')}
        </Title>
        <Group gap="sm" align="flex-end">
          {wallets && wallets.length > 1 && wallet && (
            <NativeSelect
              aria-label={t('flow.wallet')}
              value={wallet.id}
              data={wallets.map((each) => ({ value: each.id, label: labelOf(each) }))}
              onChange={(event) => setFilter('wallet', event.currentTarget.value)}
            />
          )}
          <SegmentedControl
            aria-label={t('flow.period')}
            value={days}
            data={PERIODS.map((value) => ({ value, label: t('flow.days', { days: value }) }))}
            onChange={(value) => setFilter('days', value)}
          />
        </Group>
      </Group>
      <Paper withBorder p="md">
        {wallet ? <Flow wallet={wallet} days={days} /> : <Skeleton height={CARD_HEIGHT} />}
      </Paper>
    </Stack>
  );
}

function Flow({ wallet, days }: { wallet: Wallet; days: (typeof PERIODS)[number] }) {
  const { t } = useTranslation('home');
  const { account } = useSession();
  const { data, error, refetch } = useQuery(seriesQuery(wallet.id, periodOf(days, new Date(), account.time_zone)));
  if (!data && error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={CARD_HEIGHT} />;
  if (!data.some(hasMovement)) {
    return (
      <Text c="dimmed" ta="center" py="xl">
        {t('flow.none', { days, currency: wallet.currency })}
      </Text>
    );
  }
  return <FlowView series={data} wallet={wallet} days={days} />;
}

function FlowView({ series, wallet, days }: { series: readonly BalanceDay[]; wallet: Wallet; days: string }) {
  const { t, i18n } = useTranslation('home');
  const { currency } = wallet;
  const totals = totalsOf(series);
  const label = t('flow.label', {
    days,
    in: formatAmount(totals.in, currency, i18n.language),
    out: formatAmount(totals.out, currency, i18n.language),
  });
  return (
    <Stack gap="md">
      <FlowFigures totals={totals} currency={currency} />
      <Deferred height={CHART_HEIGHT}>
        <FlowChart days={series} currency={currency} label={label} />
      </Deferred>
      <Disclosure show={t('flow.showTable')} hide={t('flow.hideTable')}>
        <FlowTable days={series} currency={currency} label={t('flow.table', { days })} />
      </Disclosure>
    </Stack>
  );
}
