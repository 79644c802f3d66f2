import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Paper, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../ui/amount';
import { Moment } from '../ui/moment';
import { barsOf, type FlowBar, type BalanceDay } from './flow';
import { FLOW_COLORS } from './flow-colors';
import { Hatch } from './hatch';

interface FlowChartProps {
  days: readonly BalanceDay[];
  currency: string;
  /** The description of the chart for screen readers. */
  label: string;
}

/** Bars for each day: money in above the line, money out below it. */
export default function FlowChart({ days, currency, label }: FlowChartProps) {
  const { t, i18n } = useTranslation('home');
  const hatch = useId();
  const shortDay = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const short = new Intl.NumberFormat(i18n.language, { notation: 'compact', maximumFractionDigits: 1 });
  return (
    <div role="img" aria-label={label}>
      <BarChart
        h={260}
        data={barsOf(days)}
        dataKey="date"
        series={[
          { name: 'in', label: t('flow.in'), color: FLOW_COLORS.in, stackId: 'day' },
          { name: 'out', label: t('flow.out'), color: FLOW_COLORS.out, stackId: 'day' },
        ]}
        // The bars of a day share a column, on both sides of the line. Keyboards reach the table instead.
        barChartProps={{ stackOffset: 'sign', accessibilityLayer: false }}
        barProps={({ name }) =>
          name === 'out' ? { fill: `url(#${hatch})`, strokeOpacity: 1, strokeWidth: 1 } : { strokeOpacity: 0 }
        }
        maxBarWidth={28}
        textColor="var(--mantine-color-dimmed)"
        referenceLines={[{ y: 0, color: 'var(--mantine-color-dimmed)' }]}
        xAxisProps={{
          tickFormatter: (date: string) => shortDay.format(new Date(date)),
          interval: 'equidistantPreserveStart',
          minTickGap: 24,
        }}
        yAxisProps={{ width: 56, tickFormatter: (value: number) => short.format(value).replace('-', '−') }}
        tooltipProps={{ content: ({ payload }) => <Tip bar={payload[0]?.payload as FlowBar} currency={currency} /> }}
      >
        <Hatch id={hatch} />
      </BarChart>
    </div>
  );
}

function Tip({ bar, currency }: { bar: FlowBar | undefined; currency: string }) {
  const { t } = useTranslation('home');
  if (!bar) return null;
  const { date, total_in, total_out, balance } = bar.day;
  const lines = [
    ['in', total_in],
    ['out', total_out],
    ['balance', balance],
  ] as const;
  return (
    <Paper withBorder shadow="md" p="sm">
      <Text size="sm" fw={600}>
        <Moment at={date} as="day" />
      </Text>
      {lines.map(([name, value]) => (
        <Text key={name} size="sm">
          {t(`flow.${name}`)}: <Amount value={value} currency={currency} />
        </Text>
      ))}
    </Paper>
  );
}
