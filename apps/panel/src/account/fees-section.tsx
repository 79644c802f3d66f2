import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMethodName } from '../payments/methods';
import { Allowed } from '../session/allowed';
import { Details } from '../ui/details';
import { LoadingLines } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { collectionLines, payoutLines, type FeeLine } from './fee-lines';
import { feesQuery } from './queries';

/** The fees of the account, in words. */
export function FeesSection() {
  const { t } = useTranslation('account');
  return (
    <Section framed title={t('fees.title')} text={t('fees.text')}>
      <Allowed to={['view_payouts', 'view_payins']} otherwise={<Text size="sm">{t('fees.locked')}</Text>}>
        <Fees />
      </Allowed>
    </Section>
  );
}

function Fees() {
  const { t, i18n } = useTranslation('account');
  const { data, error, isPending, refetch } = useQuery(feesQuery);
  if (isPending) return <LoadingLines lines={3} />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg">
      <Lines title={t('fees.collecting')} lines={collectionLines(data, t, i18n.language)} />
      <Lines title={t('fees.payingOut')} lines={payoutLines(data, t, i18n.language)} />
    </Stack>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly FeeLine[] }) {
  const { t } = useTranslation('account');
  const methodName = useMethodName();
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      <Details
        facts={lines.map(({ of, isMethod, words }) => [isMethod ? methodName(of) : t(`fees.of.${of}`), words])}
      />
    </div>
  );
}
