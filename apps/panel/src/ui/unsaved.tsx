import { useWindowEvent } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { Confirm } from './confirm';
import { Text } from '@mantine/core';

/** The state of a navigation after a form's success, which may leave the form without a question. */
export const SAVED = { saved: true };

/** Asks before the user leaves the page. Render it while a form has unsaved input; only one at a time. */
export function Unsaved() {
  const { t } = useTranslation('ui');
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const { saved } = (nextLocation.state ?? {}) as { saved?: true };
    return currentLocation.pathname !== nextLocation.pathname && !saved;
  });
  useWindowEvent('beforeunload', (event) => event.preventDefault());
  return (
    <Confirm
      opened={blocker.state === 'blocked'}
      title={t('unsaved.title')}
      action={t('unsaved.leave')}
      stay={t('unsaved.stay')}
      isPending={false}
      error={null}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <Text size="sm">{t('unsaved.text')}</Text>
    </Confirm>
  );
}
