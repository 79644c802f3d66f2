import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Shows a notification in the corner of the page. */
export function useNotify(): (message: string) => void {
  const { t } = useTranslation('ui');
  return useCallback(
    (message: string) => void notifications.show({ message, closeButtonProps: { 'aria-label': t('close') } }),
    [t],
  );
}
