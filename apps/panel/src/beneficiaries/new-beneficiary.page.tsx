import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Schemas } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import { BankFields, CountryField, DocumentFields } from '../destinations/destination-fields';
import { destinationBody } from '../destinations/destination-form';
import { DestinationFormFrame } from '../destinations/form-frame';
import { useDestinationForm, useRejectionTexts, type OwnedDestination } from '../destinations/use-destination-form';
import { RequirePermission } from '../session/allowed';
import { Page } from '../ui/page';
import { SAVED } from '../ui/unsaved';
import { useNotify } from '../ui/use-notify';
import { PersonFields } from './person-fields';
import { BENEFICIARIES, createBeneficiary } from './queries';

/** Registers a beneficiary. */
export default function NewBeneficiaryPage() {
  const { t } = useTranslation('beneficiaries');
  return (
    <RequirePermission to="manage_beneficiaries">
      <Page title={t('newTitle')} description={t('newText')} back={{ to: '/beneficiaries', label: t('title') }}>
        <NewBeneficiaryForm />
      </Page>
    </RequirePermission>
  );
}

function NewBeneficiaryForm() {
  const { t } = useTranslation('beneficiaries');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const notify = useNotify();
  const rejectionTexts = useRejectionTexts();
  const { headersFor, settle } = useIdempotencyKey();
  const [isCountryChosen, setCountryChosen] = useState(false);
  const form = useDestinationForm({ name: true, email: true });
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: Schemas['NewBeneficiary']) => createBeneficiary(body, headersFor(body)),
    onSuccess: async ({ id, name }) => {
      settle();
      await queries.invalidateQueries({ queryKey: BENEFICIARIES });
      notify(t('created', { name }));
      await navigate(`/beneficiaries/${id}`, { state: SAVED });
    },
    onError: (failure) => form.setErrors(rejectionTexts(failure)),
  });
  return (
    <DestinationFormFrame
      form={form}
      action={t('create')}
      back="/beneficiaries"
      {...{ isPending, error }}
      onSubmit={(values) => mutate(bodyOf(values))}
    >
      <PersonFields form={form}>
        <CountryField form={form} onChosen={() => setCountryChosen(true)} />
      </PersonFields>
      <BankFields
        form={form}
        // Most people have an account in their own country.
        onCountry={(country) => {
          if (!isCountryChosen) form.setFieldValue('country', country);
        }}
      />
      <DocumentFields form={form} />
    </DestinationFormFrame>
  );
}

function bodyOf(values: OwnedDestination): Schemas['NewBeneficiary'] {
  const { bank_country, bank, document } = destinationBody(values);
  const { name, email, country } = values;
  return { name: name.trim(), email: email.trim(), country, bank_country, bank, document };
}
