import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { termsQuery } from './queries';
import { Terms } from './terms';

/** The terms of transfers, which any user can read and which the account accepts once. */
export default function TermsPage() {
  const { t } = useTranslation('terms');
  const { data, error, refetch } = useQuery(termsQuery);
  return (
    <Page title={t('title')} description={t('description')} back={{ to: '/transfers/new', label: t('transfers') }}>
      {data && <Terms terms={data} />}
      {!data && (error ? <Problem error={error} onRetry={() => void refetch()} /> : <LoadingLines />)}
    </Page>
  );
}
