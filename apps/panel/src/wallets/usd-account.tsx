import { Alert, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session';
import { CopyField } from '../ui/copy';
import { IconInfoCircle } from '../ui/icons';
import { LoadingLines } from '../ui/page';
import { Problem } from '../ui/problem';
import { usdBankAccountQuery } from './queries';

const FIELDS = [
  'holder_name',
  'routing_number',
  'account_number',
  'account_type',
  'bank_name',
  'bank_address',
] as const;

/** The details for sending US dollars to the account, or the reason why there are none yet. */
export function UsdAccount() {
  const { account } = useSession();
  // Without USD the API would reject the request, and browsers would log an error.
  return account.usd_enabled ? <UsdDetails /> : <NoUsdAccount />;
}

function NoUsdAccount() {
  const { t } = useTranslation('wallets');
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={t('usd.noneTitle')}>
      {t('usd.noneText')}
    </Alert>
  );
}

function UsdDetails() {
  const { t } = useTranslation('wallets');
  const { data, error, isPending, refetch } = useQuery(usdBankAccountQuery);
  if (isPending) return <LoadingLines lines={3} />;
  if (data === undefined) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === null) return <NoUsdAccount />;
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Text size="sm">{t('usd.text')}</Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {FIELDS.map((field) => {
            // Banks have their own words for the type of account.
            const value = field === 'account_type' ? t(`usd.type.${data[field]}`) : data[field];
            return value !== null && <CopyField key={field} label={t(`usd.${field}`)} value={value} />;
          })}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
