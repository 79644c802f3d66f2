import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from '../ui/problem';
import { sessionQuery, staySignedIn, useSession } from './session';
import { nearEnd } from './session-end';
import { SignInForm } from './sign-in-form';
import { useSignedOut } from './signed-out';

const CHECK_EVERY_MS = 5_000;

/**
 * Warns before the session ends. Before the end for inactivity, the user can stay signed in; before the absolute end, the
 * user can only sign in again, now or later.
 */
export function ExpiryWarning() {
  const { expires_at } = useSession();
  const signedOut = useSignedOut();
  const { end, check } = useNearEnd();
  /** The absolute end whose warning the user has dismissed. */
  const [dismissed, setDismissed] = useState<string>();
  const isShown = !signedOut && end !== undefined && (end.kind === 'idle' || dismissed !== expires_at);
  return (
    <>
      <IdleWarning at={isShown && end.kind === 'idle' ? end.at : undefined} onStayed={check} />
      <EndWarning
        at={isShown && end.kind === 'absolute' ? end.at : undefined}
        onSignedIn={check}
        onDismiss={() => setDismissed(expires_at)}
      />
    </>
  );
}

/**
 * The end of the session once it is near. First the API is asked again, because the user may have used another tab; that
 * request does not count as activity.
 */
function useNearEnd() {
  const queries = useQueryClient();
  const { ends, signed_in } = useSession();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!signed_in) return;
    const check = async () => {
      if (nearEnd(ends, Date.now())) await queries.query({ ...sessionQuery, staleTime: CHECK_EVERY_MS });
      setNow(Date.now());
    };
    // The next turn repeats a failed check, which does not mean that the session has ended.
    const timer = setInterval(() => void check().catch(() => undefined), CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [ends, signed_in, queries]);
  return { end: signed_in ? nearEnd(ends, now) : undefined, check: () => setNow(Date.now()) };
}

/** A warning is shown while `at` is defined. It disappears without a transition, because its text needs `at`. */
interface WarningProps {
  at: number | undefined;
}

const COMMON = { withCloseButton: false, centered: true, transitionProps: { duration: 0 } };

function IdleWarning({ at, onStayed }: WarningProps & { onStayed: () => void }) {
  const { t, i18n } = useTranslation('session');
  const queries = useQueryClient();
  const stay = useMutation({ mutationFn: () => staySignedIn(queries), onSuccess: onStayed });
  return (
    <Modal {...COMMON} opened={at !== undefined} onClose={() => stay.mutate()} title={t('expiryTitle')}>
      <Stack gap="md">
        <Text>{t('expiryText', { time: clockTime(at, i18n.language) })}</Text>
        {stay.error && <Problem error={stay.error} />}
        <Group justify="flex-end">
          <Button data-autofocus loading={stay.isPending} onClick={() => stay.mutate()}>
            {t('stay')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function EndWarning({ at, onSignedIn, onDismiss }: WarningProps & { onSignedIn: () => void; onDismiss: () => void }) {
  const { t, i18n } = useTranslation('session');
  const { user } = useSession();
  return (
    <Modal {...COMMON} opened={at !== undefined} onClose={onDismiss} title={t('endTitle')}>
      <Stack gap="md">
        <Text>{t('endText', { time: clockTime(at, i18n.language) })}</Text>
        <SignInForm email={user.email} onSignedIn={onSignedIn} />
        <Button variant="default" onClick={onDismiss}>
          {t('notNow')}
        </Button>
      </Stack>
    </Modal>
  );
}

function clockTime(at: number | undefined, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(at);
}
