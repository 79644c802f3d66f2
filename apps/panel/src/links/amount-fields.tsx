import { PAYER_CODES } from '@app/currencies';
import { Radio, Select, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountInput } from '../money/amount-input';
import { useSession } from '../session/session';
import { typedCurrency, type LinkForm } from './draft';

interface AmountFieldsProps {
  form: UseFormReturnType<LinkForm>;
  /** The currency of the wallet that will be credited. */
  destination: string;
}

/** The payer's currency, the amount, and for a conversion the side that the amount fixes. */
export function AmountFields({ form, destination }: AmountFieldsProps) {
  const { t } = useTranslation('links');
  const { account } = useSession();
  const { currency } = form.values;
  const typed = typedCurrency(form.values, destination);
  const { setFieldValue } = form;
  const setAmount = useCallback((text: string) => setFieldValue('amount', text), [setFieldValue]);
  return (
    <>
      <Select
        {...form.getInputProps('currency')}
        label={t('payerCurrency')}
        description={account.usd_enabled ? undefined : t('usdDisabled')}
        data={PAYER_CODES.map((value) => ({
          value,
          label: `${value} · ${t(`currencies.${value}`)}`,
          disabled: value === 'USD' && !account.usd_enabled,
        }))}
        allowDeselect={false}
      />
      {currency !== destination && (
        <Radio.Group {...form.getInputProps('amountType')} label={t('amountType.label')}>
          <Stack gap="xs" mt={4}>
            <Radio value="receive" label={t('amountType.receive', { currency: destination })} />
            <Radio value="charge" label={t('amountType.charge', { currency })} />
          </Stack>
        </Radio.Group>
      )}
      <AmountInput
        label={t('amountIn', { currency: typed })}
        description={t('destination', { currency: destination })}
        value={form.values.amount}
        currency={typed}
        error={form.errors['amount']}
        onChange={setAmount}
        required
      />
    </>
  );
}
