import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Page } from './page';

/** The page for unknown addresses. */
export function NotFoundPage() {
  const { t } = useTranslation('ui');
  return (
    <Page title={t('notFound.title')} description={t('notFound.text')}>
      <Anchor component={Link} to="/">
        {t('nav.home')}
      </Anchor>
    </Page>
  );
}
