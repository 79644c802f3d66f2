import { Text, type TextProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { compareDecimals, formatAmount } from '../money/amounts';

interface AmountProps extends TextProps {
  /** A decimal string in the currency's units, as the API returns it. */
  value: string;
  currency: string;
  /** Writes a plus before an amount above zero, for amounts that change a balance. */
  signed?: boolean;
}

/** An amount with its currency, in digits of equal width so that columns line up. */
export function Amount({ value, currency, signed = false, ...text }: AmountProps) {
  const { i18n } = useTranslation();
  const plus = signed && compareDecimals(value, '0') > 0 ? '+' : '';
  return (
    <Text span inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }} {...text}>
      {plus}
      {formatAmount(value, currency, i18n.language)}
    </Text>
  );
}
