import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDecimal } from '../money/amounts';
import { Breakdown } from '../ui/breakdown';
import { feeBeforeBounds, isConverted, linesOf, type Figures } from './figures';

/** The lines from the ordered amount to the amount of the recipient, with sentences about the rate and the fee. */
export function FiguresTable({ figures, caption }: { figures: Figures; caption: string }) {
  const { t } = useTranslation('outflows');
  const lines = linesOf(figures).map(({ name, ...line }) => ({ ...line, label: t(`figures.${name}`) }));
  return (
    <Stack gap="xs">
      <Breakdown lines={lines} caption={caption} />
      <Conversion figures={figures} />
      <FeeBound figures={figures} />
    </Stack>
  );
}

function Conversion({ figures }: { figures: Figures }) {
  const { t, i18n } = useTranslation('outflows');
  if (!isConverted(figures)) return null;
  const { net_amount, currency, exchange_rate, destination_amount, destination_currency } = figures;
  return (
    <Text size="sm" c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {t('figures.conversion', {
        net: formatAmount(net_amount, currency, i18n.language),
        rate: formatDecimal(exchange_rate ?? '', i18n.language),
        result: formatAmount(destination_amount, destination_currency, i18n.language),
      })}
    </Text>
  );
}

function FeeBound({ figures: { fees, currency } }: { figures: Figures }) {
  const { t, i18n } = useTranslation('outflows');
  const { bounded_by: bound, total } = fees.payout;
  if (bound === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {t(`figures.boundedBy.${bound}`, {
        calculated: formatAmount(feeBeforeBounds(fees.payout), currency, i18n.language),
        total: formatAmount(total, currency, i18n.language),
      })}
    </Text>
  );
}
