import { Anchor, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../session/allowed';
import { Amount } from '../ui/amount';
import { Details } from '../ui/details';
import { Empty } from '../ui/empty';
import { Problem } from '../ui/problem';
import { walletsQuery, type Wallet } from './queries';
import { useWalletLabel } from './use-wallet-label';

/** Each wallet with its available, reserved and total balance. */
export function WalletCards({ headingOrder }: { headingOrder: 2 | 3 }) {
  const { t } = useTranslation('wallets');
  const { data, error, refetch } = useQuery(walletsQuery);
  if (!data && error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <Empty title={t('noneTitle')}>{t('noneText')}</Empty>;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" aria-busy={!data}>
      {data
        ? data.map((wallet) => <WalletCard key={wallet.id} wallet={wallet} headingOrder={headingOrder} />)
        : [1, 2].map((card) => <Skeleton key={card} height={158} radius="md" />)}
    </SimpleGrid>
  );
}

function WalletCard({ wallet, headingOrder }: { wallet: Wallet; headingOrder: 2 | 3 }) {
  const { t } = useTranslation('wallets');
  const { id, currency, balance, reserved_balance, available_balance } = wallet;
  const name = t('name', { currency: useWalletLabel()(wallet) });
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Title order={headingOrder} size="h5">
          <Allowed to="view_balance_movements" otherwise={name}>
            <Anchor component={Link} to={`/wallets/${id}`} inherit>
              {name}
            </Anchor>
          </Allowed>
        </Title>
        <div>
          <Text size="sm" c="dimmed">
            {t('available')}
          </Text>
          <Amount value={available_balance} currency={currency} fz={26} fw={600} lh={1.3} />
        </div>
        <Details
          facts={[
            [t('reserved'), <Amount key="reserved" value={reserved_balance} currency={currency} />],
            [t('balance'), <Amount key="balance" value={balance} currency={currency} />],
          ]}
        />
      </Stack>
    </Paper>
  );
}
