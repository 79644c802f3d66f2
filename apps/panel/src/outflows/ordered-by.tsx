import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { usePermissions, useSession } from '../session/session';
import { userChoicesQuery } from '../team/queries';

/** The user who ordered the payout: the address if the reader may see the team, else the id. */
export function OrderedBy({ id }: { id: string }) {
  const { t } = useTranslation('outflows');
  const { user } = useSession();
  const { can } = usePermissions();
  const { data } = useQuery({ ...userChoicesQuery, enabled: user.id !== id && can('manage_account') });
  if (user.id === id) return t('orderedByYou', { email: user.email });
  return data?.data.find((each) => each.id === id)?.email ?? id;
}
