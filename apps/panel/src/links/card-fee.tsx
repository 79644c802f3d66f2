import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { feesQuery } from '../account/queries';
import { formatAmount, formatDecimal } from '../money/amounts';
import { Allowed } from '../session/allowed';
import { LoadingLines } from '../ui/page';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';

/** The fee of card payments in words: the API estimates the figures of payment links only. */
export function CardFee() {
  const { t } = useTranslation('links');
  return (
    <Section framed title={t('cardFee.title')}>
      <Allowed to={['view_payins', 'view_payouts']} otherwise={<Text size="sm">{t('cardFee.hidden')}</Text>}>
        <Fee />
      </Allowed>
    </Section>
  );
}

function Fee() {
  const { t, i18n } = useTranslation('links');
  const { data: fees, error, refetch } = useQuery(feesQuery);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!fees) return <LoadingLines lines={2} />;
  const { percentage, fixed_usd: fixed, minimum, maximum } = fees.cards ?? fees.collection;
  const decimal = (value: string | null) => formatDecimal(value ?? '', i18n.language);
  return (
    <>
      <Text>
        {t('cardFee.text', {
          percentage: decimal(percentage),
          fixed: formatAmount(fixed, 'USD', i18n.language),
        })}
      </Text>
      {minimum !== null && <Text size="sm">{t('cardFee.minimum', { amount: decimal(minimum) })}</Text>}
      {maximum !== null && <Text size="sm">{t('cardFee.maximum', { amount: decimal(maximum) })}</Text>}
      <Text size="sm" c="dimmed" mt="sm">
        {t('cardFee.conversion', { percentage: decimal(fees.conversion.percentage) })}
      </Text>
    </>
  );
}
