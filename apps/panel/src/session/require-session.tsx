import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { LoadingLines } from '../ui/page';
import { Problem } from '../ui/problem';
import type { SessionState } from './browser-session';
import { ConfirmIdentity } from './confirm-identity';
import { ExpiryWarning } from './expiry-warning';
import { sessionQuery, SignedInContext, useSession, type SignedIn } from './session';
import { SignInForm } from './sign-in-form';
import { noticeSignedOut, useSignedOut } from './signed-out';

/**
 * Shows its children to signed-in users, and sends others to the sign-in page. When the session ends while a page is open,
 * the page stays behind a sign-in form, so that no input is lost.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { data, isPending, error, refetch } = useQuery(sessionQuery);
  const { pathname, search } = useLocation();
  const known = data && hasUser(data) ? data : undefined;
  const ended = known?.signed_in === false;
  useEffect(() => {
    if (ended) noticeSignedOut();
  }, [ended]);

  if (known) {
    return (
      <SignedInContext value={known}>
        {children}
        <ExpiryWarning />
        <ConfirmIdentity />
        <SignInAgain />
      </SignedInContext>
    );
  }
  if (isPending) return <LoadingLines />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  return <Navigate to={`/sign-in?next=${encodeURIComponent(pathname + search)}`} replace />;
}

function hasUser(state: SessionState): state is SignedIn {
  return state.user !== undefined && state.account !== undefined;
}

/** Covers the page with a sign-in form after the session has ended. */
function SignInAgain() {
  const { t } = useTranslation('session');
  const { user } = useSession();
  const signedOut = useSignedOut();
  return (
    <Modal opened={signedOut} onClose={() => undefined} withCloseButton={false} title={t('againTitle')} centered>
      <Text mb="md">{t('againText')}</Text>
      <SignInForm email={user.email} />
    </Modal>
  );
}
