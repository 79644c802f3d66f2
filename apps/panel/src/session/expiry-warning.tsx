import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSession } from './browser-session';
import { sessionQuery, useSession } from './session';

const WARN_BEFORE_MS = 2 * 60_000;
const CHECK_EVERY_MS = 5_000;

/**
 * Warns two minutes before the session ends for want of activity, and offers to stay. Before it warns it asks the API,
 * because another tab may have been used meanwhile; that question itself is no activity.
 */
export function ExpiryWarning() {
  const { t } = useTranslation('session');
  const queries = useQueryClient();
  const [warning, setWarning] = useState(false);
  const session = useSession();
  const ends = session.idle_expires_at ?? session.expires_at;

  useEffect(() => {
    const check = async () => {
      if (!ends || Date.parse(ends) - Date.now() > WARN_BEFORE_MS) return setWarning(false);
      const now = await queries.query({ ...sessionQuery, staleTime: CHECK_EVERY_MS });
      setWarning(
        now.signed_in && Date.parse(now.idle_expires_at ?? now.expires_at ?? '') - Date.now() <= WARN_BEFORE_MS,
      );
    };
    // A failed check is made again: whether the session is over is not known then.
    const timer = setInterval(() => void check().catch(() => undefined), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [ends, queries]);

  const stay = async () => {
    queries.setQueryData(sessionQuery.queryKey, await readSession({}));
    setWarning(false);
  };
  return (
    <Modal opened={warning} onClose={() => void stay()} title={t('expiryTitle')} centered>
      <Text mb="md">{t('expiryText')}</Text>
      <Group justify="flex-end">
        <Button data-autofocus onClick={() => void stay()}>
          {t('stay')}
        </Button>
      </Group>
    </Modal>
  );
}
