import { Skeleton, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Problem } from '../ui/problem';
import { Figure } from './figure';
import { totalsQuery } from './queries';

/** Money in and out over the lifetime of the wallet, whatever the filters of the list. */
export function Totals({ walletId }: { walletId: string }) {
  const { t, i18n } = useTranslation('wallets');
  const { data, error, isPending, refetch } = useQuery(totalsQuery(walletId));
  if (isPending) return <Skeleton height={92} radius="md" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  const count = (value: number) => new Intl.NumberFormat(i18n.language).format(value);
  const figures = [
    { name: 'in', value: data.total_in, movements: count(data.count_in) },
    { name: 'out', value: data.total_out, movements: count(data.count_out) },
  ] as const;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
      {figures.map(({ name, value, movements }) => (
        <Figure
          key={name}
          name={t(`totals.${name}`)}
          value={value}
          currency={data.currency}
          size="lg"
          hint={t('totals.movements', { movements })}
        />
      ))}
    </SimpleGrid>
  );
}
