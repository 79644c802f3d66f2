import { Anchor, Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UnlessBlocked } from '../outflows/order/obstacle';
import { OrderChoices } from '../outflows/order/order-choices';
import { RequirePermission } from '../session/allowed';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { termsQuery } from '../terms/queries';
import { Terms } from '../terms/terms';
import { NewTransfer } from './new-transfer';

/** Orders a transfer to a beneficiary: details, review, and the code that confirms it. */
export default function NewTransferPage() {
  const { t } = useTranslation(['transfers', 'outflows']);
  return (
    <RequirePermission to="create_payouts">
      {/* The API lists beneficiaries only to users with this permission. */}
      <RequirePermission to="manage_beneficiaries">
        <Page title={t('title')} description={t('description')} back={{ to: '/payouts', label: t('outflows:title') }}>
          <UnlessBlocked type="transfer">
            <OnceTermsAreAccepted>
              <OrderChoices type="transfer">{(choices) => <NewTransfer {...choices} />}</OrderChoices>
            </OnceTermsAreAccepted>
          </UnlessBlocked>
        </Page>
      </RequirePermission>
    </RequirePermission>
  );
}

/** Shows the terms until the account has accepted them, then its children. */
function OnceTermsAreAccepted({ children }: { children: ReactNode }) {
  const { t } = useTranslation('terms');
  const { data: terms, error, refetch } = useQuery(termsQuery);
  if (!terms) return error ? <Problem error={error} onRetry={() => void refetch()} /> : <LoadingLines />;
  if (!terms.accepted) return <Terms terms={terms} />;
  return (
    <>
      {children}
      <Box>
        <Anchor component={Link} to="/transfers/terms" size="sm">
          {t('read')}
        </Anchor>
      </Box>
    </>
  );
}
