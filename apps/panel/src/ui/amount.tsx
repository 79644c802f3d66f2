import { Text, type TextProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../money/amounts';

interface AmountProps extends TextProps {
  /** A decimal string in the currency's units, as the API gives it. */
  value: string;
  currency: string;
}

/** An amount with its currency, in digits of equal width so that columns line up. */
export function Amount({ value, currency, ...text }: AmountProps) {
  const { i18n } = useTranslation();
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }} {...text}>
      {formatAmount(value, currency, i18n.language)}
    </Text>
  );
}
