import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/session';
import { typedCurrency, type LinkForm } from './draft';
import { CURRENCIES } from './kind';

interface AmountFieldsProps {
  form: UseFormReturnType<LinkForm>;
  /** The currency of the wallet that will be credited. */
  destination: string;
}

/** The payer's currency, the amount, and in a conversion which side the amount fixes. */
export function AmountFields({ form, destination }: AmountFieldsProps) {
  const { t } = useTranslation('links');
  const { account } = useSession();
  const { currency } = form.values;
  const typed = typedCurrency(form.values, destination);
  return (
    <>
      <Select
        {...form.getInputProps('currency')}
        label={t('payerCurrency')}
        description={account.usd_enabled ? undefined : t('usdDisabled')}
        data={CURRENCIES.map((value) => ({
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
      <TextInput
        {...form.getInputProps('amount')}
        label={t('amountIn', { currency: typed })}
        description={t('destination', { currency: destination })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="decimal"
        autoComplete="off"
        required
        rightSection={
          <Text size="sm" c="dimmed" aria-hidden>
            {typed}
          </Text>
        }
        rightSectionWidth={56}
      />
    </>
  );
}
