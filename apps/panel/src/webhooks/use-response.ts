import { useTranslation } from 'react-i18next';
import type { Delivery } from './queries';

type Attempt = Delivery['attempts'][number];

/** The response to an attempt in a few words: the status code, or the reason why there was none. */
export function useResponse(): (attempt: Attempt) => string {
  const { t } = useTranslation('webhooks');
  return ({ status_code, error }) => {
    if (status_code !== null) return t('responded', { code: status_code });
    return error === null ? t('notRecorded') : t(`failure.${error}`, { defaultValue: error });
  };
}
