import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { compareDecimals, formatAmount, formatDecimal, percentBelow, shortRate } from '../money/amounts';
import { Breakdown } from '../ui/breakdown';
import { chargedLines, creditedLines, type FigureLine, type Figures } from './figures';

/** The lines from the amount of the payer to the credited amount: every fee, who bears it, and the rates in a sentence. */
export function CollectionBreakdown({ figures }: { figures: Figures }) {
  const { t, i18n } = useTranslation('payments');
  const { payer_amount: paid, payer_currency: payerCurrency, currency, collection_fee: fee } = figures;
  const charged = chargedLines(figures);
  const converted = payerCurrency !== currency;
  const usd = formatAmount(fee.fixed_amount_usd, 'USD', i18n.language);
  const shown = (lines: readonly FigureLine[]) =>
    lines.map(({ name, ...line }) => ({ ...line, currency, label: t(`figure.${name}`, { usd }) }));
  return (
    <Stack gap="md">
      {charged.length > 0 && <Breakdown caption={t('chargedCaption')} lines={shown(charged)} />}
      {converted && (
        <Text size="sm">
          {t('converted', {
            paid: formatAmount(paid, payerCurrency, i18n.language),
            one: formatAmount('1', payerCurrency, i18n.language),
            rate: formatAmount(shortRate(figures.exchange_rate ?? ''), currency, i18n.language),
          })}
        </Text>
      )}
      <Breakdown caption={t('creditedCaption')} lines={shown(creditedLines(figures))} />
      <Rates figures={figures} />
    </Stack>
  );
}

/** Compares the rate after fees with the reference rate. */
function Rates({ figures }: { figures: Figures }) {
  const { t, i18n } = useTranslation('payments');
  const { reference_rate: reference, effective_rate: effective, currency, payer_currency: payerCurrency } = figures;
  if (reference === null || effective === null) return null;
  const percent = percentBelow(effective, reference);
  return (
    <Text size="sm">
      {t(compareDecimals(percent, '0') > 0 ? 'ratesBelow' : 'ratesEqual', {
        one: formatAmount('1', payerCurrency, i18n.language),
        reference: formatAmount(shortRate(reference), currency, i18n.language),
        effective: formatAmount(shortRate(effective), currency, i18n.language),
        percent: formatDecimal(percent, i18n.language),
      })}
    </Text>
  );
}
