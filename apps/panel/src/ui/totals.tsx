import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { Amount } from './amount';

/** The totals of the filtered list, by currency; empty on later pages and for an empty list. */
export function Totals({ meta }: { meta: Schemas['PageMetaWithTotals'] | undefined }) {
  const { t } = useTranslation('ui');
  if (!meta?.totals || meta.totals.length === 0) return null;
  return (
    <Group gap="lg" role="group" aria-label={t('totals')}>
      {meta.totals.map(({ currency, count, amount }) => (
        <Text key={currency} size="sm" c="dimmed">
          {t('total', { number: count })} <Amount value={amount} currency={currency} fw={600} />
        </Text>
      ))}
    </Group>
  );
}
