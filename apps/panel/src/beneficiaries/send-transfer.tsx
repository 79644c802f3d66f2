import { Anchor, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Schemas } from '../api/client';
import { usePermissions } from '../session/session';

/** The link to a transfer to this beneficiary, or the reason why the user cannot order one. */
export function SendTransfer({
  beneficiary,
  isInList = false,
}: {
  beneficiary: Schemas['Beneficiary'];
  isInList?: boolean;
}) {
  const { t } = useTranslation('beneficiaries');
  const { can } = usePermissions();
  const { id, name, active } = beneficiary;
  const to = `/transfers/new?beneficiary=${id}`;
  if (active && can('create_payouts')) {
    return isInList ? (
      <Anchor component={Link} to={to} aria-label={t('sendTo', { name })}>
        {t('send')}
      </Anchor>
    ) : (
      <Button component={Link} to={to}>
        {t('send')}
      </Button>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {t(active ? 'sendNotAllowed' : 'sendInactive')}
    </Text>
  );
}
