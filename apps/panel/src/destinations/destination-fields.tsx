import { Fieldset, Select, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ACCOUNT_TYPES,
  BANK_COUNTRIES,
  BANK_CURRENCIES,
  bankFieldsOf,
  documentTypesOf,
  type BankCountry,
  type BankField,
} from './bank-countries';
import { CheckedInput } from './checked-input';
import { countryChoices } from './countries';
import { bankCheckOf, documentCheckOf } from './destination-form';
import type { DestinationForm } from './use-destination-form';

/** Loaded separately, because only these forms need the lists of banks. */
const BankName = lazy(() => import('./bank-name'));

/** The country of the bank and the fields that a bank there needs. */
export function BankFields({ form, onCountry }: { form: DestinationForm; onCountry?: (country: BankCountry) => void }) {
  const { t } = useTranslation('destinations');
  const { t: shared } = useTranslation('ui');
  const { bank_country: country, way } = form.getValues();
  const choose = (value: string | null) => {
    if (value === null) return;
    form.setFieldValue('bank_country', value as BankCountry);
    // Banks, types of document and errors depend on the country.
    form.setFieldValue('document.type', '');
    form.setFieldValue('bank.name', '');
    form.setFieldValue('bank.code', '');
    form.clearErrors();
    onCountry?.(value as BankCountry);
  };
  return (
    <Fieldset legend={t('bank')}>
      <Stack gap="md">
        <Select
          label={t('bankCountry')}
          description={t('bankCountryText', { currency: BANK_CURRENCIES[country] })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={BANK_COUNTRIES.map((value) => ({ value, label: shared(`country.${value}`) }))}
          {...form.getInputProps('bank_country')}
          onChange={choose}
          allowDeselect={false}
          required
        />
        <Suspense fallback={<TextInput label={t('field.name')} disabled aria-busy />}>
          <BankName key={country} form={form} />
        </Suspense>
        {country === 'BR' && <Way form={form} />}
        {bankFieldsOf(country, way).map((field) =>
          field === 'account_type' ? (
            <AccountType key={field} form={form} />
          ) : (
            <BankNumber key={`${country} ${field}`} form={form} field={field} />
          ),
        )}
      </Stack>
    </Fieldset>
  );
}

function Way({ form }: { form: DestinationForm }) {
  const { t } = useTranslation('destinations');
  return (
    <SegmentedControl
      aria-label={t('way.label')}
      value={form.getValues().way}
      onChange={(value) => form.setFieldValue('way', value)}
      data={(['pix_key', 'account'] as const).map((value) => ({ value, label: t(`way.${value}`) }))}
    />
  );
}

function AccountType({ form }: { form: DestinationForm }) {
  const { t } = useTranslation('destinations');
  return (
    <Select
      label={t('field.account_type')}
      data={ACCOUNT_TYPES.map((value) => ({ value, label: t(`accountType.${value}`) }))}
      {...form.getInputProps('bank.account_type')}
      value={form.getValues().bank.account_type || null}
      allowDeselect={false}
      required
    />
  );
}

function BankNumber({ form, field }: { form: DestinationForm; field: BankField }) {
  const { t } = useTranslation('destinations');
  const path = `bank.${field}`;
  return (
    <CheckedInput
      label={t(`field.${field}`)}
      description={t(`explained.${field}`)}
      check={bankCheckOf(form.getValues(), field)}
      onUnfinished={() => void form.validateField(path)}
      required
      {...form.getInputProps(path)}
    />
  );
}

/** The identity document of the holder: types of the bank's country, and of the holder's own where the bank accepts them. */
export function DocumentFields({ form }: { form: DestinationForm }) {
  const { t } = useTranslation('destinations');
  const values = form.getValues();
  const { bank_country, country, document } = values;
  const types = documentTypesOf(bank_country, country);
  const known = document.type === '' || types.includes(document.type) ? types : [...types, document.type];
  return (
    <Fieldset legend={t('document')}>
      <Stack gap="md">
        <Select
          label={t('documentType')}
          data={known.map((value) => ({ value, label: t(`documentTypes.${value}`, { defaultValue: value }) }))}
          {...form.getInputProps('document.type')}
          value={document.type || null}
          allowDeselect={false}
          required
        />
        <CheckedInput
          label={t('documentNumber')}
          description={t('documentNumberText')}
          check={documentCheckOf(values)}
          onUnfinished={() => void form.validateField('document.number')}
          required
          {...form.getInputProps('document.number')}
        />
      </Stack>
    </Fieldset>
  );
}

/** The holder's own country: any, also one without a route. */
export function CountryField({ form, onChosen }: { form: DestinationForm; onChosen?: () => void }) {
  const { t, i18n } = useTranslation('destinations');
  const field = form.getInputProps('country');
  const choices = useMemo(() => countryChoices(i18n.language), [i18n.language]);
  return (
    <Select
      label={t('country')}
      description={t('countryText')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={choices}
      searchable
      nothingFoundMessage={t('countryUnknown')}
      allowDeselect={false}
      required
      {...field}
      onChange={(value: string | null) => {
        (field.onChange as (value: string | null) => void)(value);
        onChosen?.();
      }}
    />
  );
}
