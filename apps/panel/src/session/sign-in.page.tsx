import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { needsHttps } from '../ui/environment';
import { SignedOutFrame } from './frame';
import { SignInForm } from './sign-in-form';

/** Signs in and opens the requested page. */
export default function SignInPage() {
  const { t } = useTranslation('session');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return (
    <SignedOutFrame title={t('signInTitle')}>
      {needsHttps && (
        <Alert color="red" role="alert" title={t('needsHttps.title')}>
          {t('needsHttps.text')}{' '}
          <Anchor href={window.location.href.replace(/^http:/, 'https:')}>{t('needsHttps.open')}</Anchor>
        </Alert>
      )}
      <SignInForm onSignedIn={() => void navigate(ownPath(search.get('next')), { replace: true })} />
      <Anchor component={Link} to="/forgot-password" size="sm">
        {t('forgot')}
      </Anchor>
    </SignedOutFrame>
  );
}

/** Any site can link here with a `next`, so only paths of the panel are followed. */
function ownPath(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}
