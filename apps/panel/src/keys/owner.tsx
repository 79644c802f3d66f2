import { useTranslation } from 'react-i18next';
import type { ApiKey } from './queries';

/** The user for whom a key acts, even if that user was deactivated or deleted. */
export function Owner({ owner }: Pick<ApiKey, 'owner'>) {
  const { t } = useTranslation('keys');
  if (!owner) return t('ownerUnknown');
  return owner.is_active ? owner.email : t('ownerInactive', { email: owner.email });
}
