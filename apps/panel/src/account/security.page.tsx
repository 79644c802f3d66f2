import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page';
import { PasswordSection } from './password-section';
import { SecondFactorSection } from './second-factor-section';
import { SessionsSection } from './sessions-section';

/** How the user signs in, and where they are signed in. */
export default function SecurityPage() {
  const { t } = useTranslation('account');
  return (
    <Page
      title={t('security.title')}
      description={t('security.description')}
      back={{ to: '/account', label: t('title') }}
    >
      <Stack gap="lg">
        <SecondFactorSection />
        <PasswordSection />
        <SessionsSection />
      </Stack>
    </Page>
  );
}
