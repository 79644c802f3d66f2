import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/session';
import { IconInfoCircle } from '../../ui/icons';
import { obstacleOf } from './obstacle-of';
import type { OrderType } from './order';

/** Shows its children, or the reason why the account cannot order now instead of a form. */
export function UnlessBlocked({ type, children }: { type: OrderType; children: ReactNode }) {
  const { t } = useTranslation('outflows');
  const { account } = useSession();
  const obstacle = obstacleOf(account, type);
  if (obstacle === undefined) return children;
  return (
    <Alert color="yellow" icon={<IconInfoCircle aria-hidden />} title={t('order.blocked')}>
      {obstacle === 'REGISTERED_EMAIL_MISSING' ? t('order.emailMissing') : t(`api:${obstacle}`)}
    </Alert>
  );
}
