import { Button, Stack, Title } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Allowed } from '../session/allowed';
import { IconPlus } from '../ui/icons';
import { Page } from '../ui/page';
import { WalletCards } from '../wallets/wallet-cards';
import { AttentionSection } from './attention-section';
import { FlowSection } from './flow-section';
import { LatestPayments } from './latest-payments';

/** The first page after the sign-in: balances, notices, money in and out, and the latest payments. */
export default function HomePage() {
  const { t } = useTranslation(['home', 'ui']);
  const wallets = useId();
  return (
    <Page
      title={t('ui:nav.home')}
      actions={
        <Allowed to="create_payins">
          <Button component={Link} to="/links/new" leftSection={<IconPlus size={16} aria-hidden />}>
            {t('newLink')}
          </Button>
        </Allowed>
      }
    >
      <Stack gap="xl">
        <Stack gap="sm" component="section" aria-labelledby={wallets}>
          <Title order={2} size="h4" id={wallets}>
            {t('ui:nav.wallets')}
          </Title>
          <WalletCards headingOrder={3} />
        </Stack>
        <AttentionSection />
        <Allowed to="view_balance_movements">
          <FlowSection />
        </Allowed>
        <Allowed to="view_payins">
          <LatestPayments />
        </Allowed>
      </Stack>
    </Page>
  );
}
