import { bankOfNumber, banksOf } from '@app/banks';
import { Autocomplete, Group, Text } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bankFieldsOf } from './bank-countries';
import { bankCheckOf } from './destination-form';
import type { DestinationForm } from './use-destination-form';

/** A bank from the list of its country, found by name or code, or another name. Choosing one fills in its code. */
export default function BankName({ form }: { form: DestinationForm }) {
  const { t } = useTranslation('destinations');
  const { bank_country: country, way } = form.getValues();
  const banks = useMemo(() => banksOf(country), [country]);
  const codes = useMemo(() => new Map(banks.map(({ name, code }) => [name, code])), [banks]);
  useBankOfNumber(form);
  const isFound = (name: string, search: string) => {
    const wanted = plain(search);
    return plain(name).includes(wanted) || (codes.get(name)?.startsWith(wanted) ?? false);
  };
  const choose = (name: string) => {
    const code = codes.get(name);
    if (code !== undefined && bankFieldsOf(country, way).includes('code')) form.setFieldValue('bank.code', code);
  };
  return (
    <Autocomplete
      label={t('field.name')}
      description={banks.length > 0 ? t('bankNameText') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={banks.map(({ name }) => name)}
      filter={({ options, search }) => options.filter((option) => 'value' in option && isFound(option.value, search))}
      renderOption={({ option }) => (
        <Group justify="space-between" wrap="nowrap" gap="sm" w="100%">
          <span>{option.value}</span>
          <Text span size="sm" c="dimmed">
            {codes.get(option.value)}
          </Text>
        </Group>
      )}
      onOptionSubmit={choose}
      // Browsers would cover this list with their own.
      autoComplete="off"
      maxDropdownHeight={260}
      required
      {...form.getInputProps('bank.name')}
    />
  );
}

/** Without accents and in lower case, as people type searches. */
function plain(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Fills in the bank that the account number names, unless the user has entered another one. */
function useBankOfNumber(form: DestinationForm): void {
  const values = form.getValues();
  const field = values.bank_country === 'AR' ? 'cbu' : 'clabe';
  const isWhole = bankCheckOf(values, field).is === 'recognised';
  const name = isWhole ? bankOfNumber(values.bank_country, values.bank[field])?.name : undefined;
  const filledIn = useRef('');
  const { setFieldValue, getValues } = form;
  useEffect(() => {
    if (name === undefined || getValues().bank.name !== filledIn.current) return;
    filledIn.current = name;
    setFieldValue('bank.name', name);
  }, [name, getValues, setFieldValue]);
}
