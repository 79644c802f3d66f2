import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Says briefly that something was done. */
export function useNotice() {
  const { t } = useTranslation('ui');
  return useCallback(
    (message: string) =>
      notifications.show({ color: 'green', message, closeButtonProps: { 'aria-label': t('close') } }),
    [t],
  );
}
