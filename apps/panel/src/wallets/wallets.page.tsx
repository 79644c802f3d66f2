import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RequirePermission } from '../session/allowed';
import { Page } from '../ui/page';
import { walletsQuery } from './queries';
import { UsdAccount } from './usd-account';
import { WalletCards } from './wallet-cards';

/** The account's wallets. */
export default function WalletsPage() {
  const { t } = useTranslation('wallets');
  return (
    <RequirePermission to="view_balance_movements">
      <Page title={t('title')} description={t('description')}>
        <WalletCards headingOrder={2} />
        <UsdSection />
      </Page>
    </RequirePermission>
  );
}

/** How to receive US dollars, for accounts without a wallet for them. Others find the details on the page of that wallet. */
function UsdSection() {
  const { t } = useTranslation('wallets');
  const { data } = useQuery(walletsQuery);
  if (!data || data.some(({ lane }) => lane === 'usd')) return null;
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {t('usd.title')}
      </Title>
      <UsdAccount />
    </Stack>
  );
}
