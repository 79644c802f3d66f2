import { useTranslation } from 'react-i18next';
import { SectionTabs } from '../ui/section-tabs';

/** The lists of this section. */
export function PaymentsTabs() {
  const { t } = useTranslation('payments');
  return (
    <SectionTabs
      label={t('sections')}
      tabs={[
        { to: '/payments', label: t('title') },
        { to: '/payments/refunds', label: t('refunds.tab') },
        { to: '/payments/disputes', label: t('disputes.tab') },
        { to: '/payments/exceptions', label: t('exceptions.tab') },
      ]}
    />
  );
}
