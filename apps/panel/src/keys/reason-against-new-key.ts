import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session';
import { MAX_KEYS } from './queries';

/** Why the user cannot create a key now, as a sentence; null otherwise. */
export function useReasonAgainstNewKey(count = 0): string | null {
  const { t } = useTranslation(['keys', 'api']);
  const { account } = useSession();
  if (account.kyc_status !== 'verified') return t('api:KYC_VERIFICATION_REQUIRED');
  return count >= MAX_KEYS ? t('full', { limit: MAX_KEYS }) : null;
}
