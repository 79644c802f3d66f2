import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { refusedFields } from '../ui/form-errors';

/** What the API refused of a user, by field, in the reader's language where there is a sentence for the field. */
export function useRefusals() {
  const { t } = useTranslation('team');
  return useCallback(
    (error: unknown): Record<string, string> =>
      Object.fromEntries(
        Object.entries(refusedFields(error)).map(([field, reason]) => [
          field,
          t(`refused.${field}`, { defaultValue: reason }),
        ]),
      ),
    [t],
  );
}
