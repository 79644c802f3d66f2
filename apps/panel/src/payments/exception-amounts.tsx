import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Amount } from '../ui/amount';
import type { PaymentException } from './queries';

/** The amount that arrived, and below it the expected one. */
export function ExceptionAmounts({ exception }: { exception: PaymentException }) {
  const { t } = useTranslation('payments');
  const { amount, currency, expected_amount: expected, expected_currency: expectedIn } = exception;
  return (
    <>
      <Amount value={amount} currency={currency} fw={600} />
      {expected !== null && expectedIn !== null && (
        <Text size="xs" c="dimmed">
          {t('exceptions.expected')} <Amount value={expected} currency={expectedIn} />
        </Text>
      )}
    </>
  );
}
