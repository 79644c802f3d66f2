import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePermissions, useSession } from '../session/session';
import { DeniedButton } from '../ui/denied-button';
import { IconPlus } from '../ui/icons';
import { PATHS, type LinkKind } from './kind';

/** Why the user cannot create a link of the kind, as a sentence; undefined otherwise. */
export function useObstacle(kind: LinkKind): string | undefined {
  const { t } = useTranslation(['links', 'api']);
  const { account } = useSession();
  const { can } = usePermissions();
  if (!can('create_payins')) return t('cannotCreate');
  if (account.status === 'paused') return t('api:BUSINESS_TENANT_PAUSED');
  if (account.kyc_status !== 'verified') return t('api:KYC_VERIFICATION_REQUIRED');
  if (account.kyb_status !== 'verified') return t('api:KYB_VERIFICATION_REQUIRED');
  if (kind === 'card_payment_link' && !account.cards_enabled) return t('api:CARD_PAYMENTS_NOT_ENABLED');
  return undefined;
}

/** Links to the form of a new link, or says why the user cannot create one. */
export function NewLinkButton({ kind }: { kind: LinkKind }) {
  const { t } = useTranslation('links');
  const obstacle = useObstacle(kind);
  const label = t(`${kind}.new`);
  if (obstacle) return <DeniedButton reason={obstacle}>{label}</DeniedButton>;
  return (
    <Button component={Link} to={`${PATHS[kind]}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
      {label}
    </Button>
  );
}
