import { Group, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Amount } from '../ui/amount';
import type { FlowTotals } from './flow';
import { FLOW_COLORS } from './flow-colors';
import { Hatch } from './hatch';

/** The sums of the period. Each has the pattern of its bars, so that they are also the chart's legend. */
export function FlowFigures({ totals, currency }: { totals: FlowTotals; currency: string }) {
  const { t } = useTranslation('home');
  const hatch = useId();
  const figures = [
    { name: 'in', value: totals.in, fill: FLOW_COLORS.in, stroke: FLOW_COLORS.in },
    { name: 'out', value: totals.out, fill: `url(#${hatch})`, stroke: FLOW_COLORS.out },
    { name: 'net', value: totals.net },
  ] as const;
  return (
    <Group gap="xl">
      {figures.map((figure) => (
        <Stack key={figure.name} gap={0}>
          <Group gap={6}>
            {'fill' in figure && (
              <svg width={14} height={14} aria-hidden>
                {figure.name === 'out' && <Hatch id={hatch} />}
                <rect x={1} y={1} width={12} height={12} style={{ fill: figure.fill, stroke: figure.stroke }} />
              </svg>
            )}
            <Text size="sm" c="dimmed">
              {t(`flow.${figure.name}`)}
            </Text>
          </Group>
          <Amount signed={figure.name === 'net'} value={figure.value} currency={currency} fz="lg" fw={600} />
        </Stack>
      ))}
    </Group>
  );
}
