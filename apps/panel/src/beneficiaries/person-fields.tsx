import { Fieldset, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DestinationForm } from '../destinations/use-destination-form';

/** The name and the address of the recipient. */
export function PersonFields({ form, children }: { form: DestinationForm; children?: ReactNode }) {
  const { t } = useTranslation('beneficiaries');
  return (
    <Fieldset legend={t('person')}>
      <Stack gap="md">
        <TextInput
          label={t('name')}
          description={t('nameText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          required
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('email')}
          description={t('emailText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          autoComplete="off"
          required
          {...form.getInputProps('email')}
        />
        {children}
      </Stack>
    </Fieldset>
  );
}
