import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiError } from '../api/api-error';
import { RequirePermission } from '../session/allowed';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { Balances } from './balances';
import { MovementList } from './movement-list';
import { walletsQuery } from './queries';
import { Proof } from './proof';
import { Totals } from './totals';
import { UsdAccount } from './usd-account';
import { useWalletLabel } from './use-wallet-label';

const UNKNOWN = new ApiError(404, 'VIRTUAL_WALLET_NOT_FOUND', '');

/** One wallet: its balances, its movements, and for US dollars the details to receive them. */
export default function WalletPage() {
  const { t } = useTranslation('wallets');
  const { id = '' } = useParams();
  const labelOf = useWalletLabel();
  const { data, error, isPending, refetch } = useQuery(walletsQuery);
  const wallet = data?.find((each) => each.id === id);
  return (
    <RequirePermission to="view_balance_movements">
      <Page
        title={wallet ? t('name', { currency: labelOf(wallet) }) : t('one')}
        back={{ to: '/wallets', label: t('title') }}
      >
        {isPending && <LoadingLines />}
        {!isPending && !data && <Problem error={error} onRetry={() => void refetch()} />}
        {data && !wallet && <Problem error={UNKNOWN} />}
        {wallet && (
          // A new key resets the list of movements for another wallet.
          <Stack key={wallet.id} gap="xl">
            <Balances wallet={wallet} />
            {wallet.lane === 'usd' && (
              <Section title={t('usd.title')}>
                <UsdAccount />
              </Section>
            )}
            <Section title={t('movements.title')}>
              <MovementList walletId={wallet.id} currency={wallet.currency} />
            </Section>
            <Section title={t('totals.title')}>
              <Totals walletId={wallet.id} />
            </Section>
            <Section title={t('proof.title')}>
              <Proof walletId={wallet.id} />
            </Section>
          </Stack>
        )}
      </Page>
    </RequirePermission>
  );
}
