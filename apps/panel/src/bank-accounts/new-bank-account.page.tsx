import { Fieldset, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Schemas } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import { BankFields, DocumentFields } from '../destinations/destination-fields';
import { destinationBody } from '../destinations/destination-form';
import { DestinationFormFrame } from '../destinations/form-frame';
import { useDestinationForm, useRejectionTexts, type OwnedDestination } from '../destinations/use-destination-form';
import { RequirePermission } from '../session/allowed';
import { useSession } from '../session/session';
import { Page } from '../ui/page';
import { SAVED } from '../ui/unsaved';
import { useNotify } from '../ui/use-notify';
import { BANK_ACCOUNTS, createBankAccount } from './queries';

const LIST = '/bank-accounts';

/** The fields whose names in the API and in the form differ. */
const RENAMED = { holder_name: 'name', country: 'bank_country', currency: 'bank_country' };

/** Registers a bank account of the merchant. */
export default function NewBankAccountPage() {
  const { t } = useTranslation('bank-accounts');
  return (
    <RequirePermission to="manage_account">
      <Page title={t('newTitle')} description={t('newText')} back={{ to: LIST, label: t('title') }}>
        <NewBankAccountForm />
      </Page>
    </RequirePermission>
  );
}

function NewBankAccountForm() {
  const { t } = useTranslation('bank-accounts');
  const { account } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const notify = useNotify();
  const rejectionTexts = useRejectionTexts(RENAMED);
  const { headersFor, settle } = useIdempotencyKey();
  const form = useDestinationForm({ name: true, email: false }, { name: account.name });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Schemas['NewBankAccount']) => createBankAccount(body, headersFor(body)),
    onSuccess: async () => {
      settle();
      await queries.invalidateQueries({ queryKey: BANK_ACCOUNTS });
      notify(t('created'));
      await navigate(LIST, { state: SAVED });
    },
    onError: (failure) => form.setErrors(rejectionTexts(failure)),
  });
  return (
    <DestinationFormFrame
      form={form}
      action={t('create')}
      back={LIST}
      {...{ isPending, error }}
      onSubmit={(values) => mutate(bodyOf(values))}
    >
      <Fieldset legend={t('holder')}>
        <TextInput
          label={t('holderName')}
          description={t('holderText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          required
          {...form.getInputProps('name')}
        />
      </Fieldset>
      <BankFields form={form} onCountry={(country) => form.setFieldValue('country', country)} />
      <DocumentFields form={form} />
    </DestinationFormFrame>
  );
}

function bodyOf(values: OwnedDestination): Schemas['NewBankAccount'] {
  const { bank_country: country, ...destination } = destinationBody(values);
  return { holder_name: values.name.trim(), country, ...destination };
}
