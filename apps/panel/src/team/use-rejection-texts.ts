import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { rejectedFields } from '../ui/form-errors';

/** The rejected fields of a user, with a sentence in the user's language where the field has one. */
export function useRejectionTexts() {
  const { t } = useTranslation('team');
  return useCallback(
    (error: unknown): Record<string, string> =>
      Object.fromEntries(
        Object.entries(rejectedFields(error)).map(([field, reason]) => [
          field,
          t(`rejected.${field}`, { defaultValue: reason }),
        ]),
      ),
    [t],
  );
}
