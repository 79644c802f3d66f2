import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page';

/** The first page after signing in. */
export default function HomePage() {
  const { t } = useTranslation('ui');
  return <Page title={t('nav.home')}>{null}</Page>;
}
