import { Alert, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { formatAmount } from '../money/amounts';
import { Breakdown, type BreakdownLine } from '../ui/breakdown';
import { Disclosure } from '../ui/disclosure';
import { IconAlertTriangle, IconCircleCheck } from '../ui/icons';
import { Problem } from '../ui/problem';
import { proofQuery } from './queries';

/** Shows whether all movements add up to the balance, with their sums by type. */
export function Proof({ walletId }: { walletId: string }) {
  const { t, i18n } = useTranslation('wallets');
  const { data, error, isPending, refetch } = useQuery(proofQuery(walletId));
  const lines = useProofLines(data);
  if (isPending) return <Skeleton height={92} radius="md" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  const amounts = {
    balance: formatAmount(data.balance, data.currency, i18n.language),
    sum: formatAmount(data.sum, data.currency, i18n.language),
  };
  return (
    <Stack gap="sm">
      {data.adds_up ? (
        <Text>
          <IconCircleCheck size={18} aria-hidden style={{ verticalAlign: '-3px', marginInlineEnd: 6 }} />
          {t('proof.addsUp', amounts)}
        </Text>
      ) : (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('proof.differsTitle')}>
          {t('proof.differs', amounts)}
        </Alert>
      )}
      {data.lines.length > 0 && (
        <Disclosure show={t('proof.show')} hide={t('proof.hide')}>
          <Paper withBorder p="md" maw={560}>
            <Breakdown lines={lines} caption={t('proof.caption')} />
          </Paper>
        </Disclosure>
      )}
    </Stack>
  );
}

function useProofLines(proof: Schemas['WalletProof'] | undefined): BreakdownLine[] {
  const { t, i18n } = useTranslation('wallets');
  if (!proof) return [];
  const { lines, sum, currency } = proof;
  const number = new Intl.NumberFormat(i18n.language);
  return [
    ...lines.map(({ type, visible, count, total }) => ({
      label: t(visible ? 'proof.line' : 'proof.hiddenLine', {
        type: t(`type.${type}`, { defaultValue: type }),
        movements: number.format(count),
      }),
      value: total,
      currency,
    })),
    { label: t('proof.sum'), value: sum, currency, total: true },
  ];
}
