import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { Schemas } from '../api/client';
import { BankFields, CountryField, DocumentFields } from '../destinations/destination-fields';
import { destinationBody, emptyDestination } from '../destinations/destination-form';
import { DestinationFormFrame } from '../destinations/form-frame';
import { useDestinationForm, useRejectionTexts, type OwnedDestination } from '../destinations/use-destination-form';
import { RequirePermission } from '../session/allowed';
import { LoadingLines, Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { SAVED } from '../ui/unsaved';
import { beneficiaryQuery } from './queries';
import { useChange } from './use-change';

/** Replaces the whole bank account of a beneficiary, because masked numbers cannot be edited. */
export default function ChangeBankPage() {
  const { t } = useTranslation('beneficiaries');
  const { id = '' } = useParams();
  return (
    <RequirePermission to="manage_beneficiaries">
      <Page
        title={t('changeBankTitle')}
        description={t('changeBankText')}
        back={{ to: `/beneficiaries/${id}`, label: t('one') }}
      >
        <Found id={id} />
      </Page>
    </RequirePermission>
  );
}

function Found({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(beneficiaryQuery(id));
  if (data) return <ChangeBankForm beneficiary={data} />;
  return isPending ? <LoadingLines /> : <Problem error={error} onRetry={() => void refetch()} />;
}

function ChangeBankForm({ beneficiary }: { beneficiary: Schemas['Beneficiary'] }) {
  const { t } = useTranslation('beneficiaries');
  const { t: shared } = useTranslation('ui');
  const navigate = useNavigate();
  const rejectionTexts = useRejectionTexts();
  const { id, name, country, bank_country, document } = beneficiary;
  const form = useDestinationForm(
    { name: false, email: false },
    { ...emptyDestination(bank_country), country, document: { ...document } },
  );
  const back = `/beneficiaries/${id}`;
  const { mutate, isPending, error } = useChange(id, () => void navigate(back, { state: SAVED }));
  const save = (values: OwnedDestination) =>
    mutate(changesOf(values), { onError: (failure) => form.setErrors(rejectionTexts(failure)) });
  return (
    <DestinationFormFrame form={form} action={shared('save')} {...{ back, isPending, error }} onSubmit={save}>
      <Text>{t('changeBankOf', { name })}</Text>
      <CountryField form={form} />
      <BankFields form={form} />
      <DocumentFields form={form} />
    </DestinationFormFrame>
  );
}

function changesOf(values: OwnedDestination): Schemas['BeneficiaryChanges'] {
  const { bank_country, bank, document } = destinationBody(values);
  return { country: values.country, bank_country, bank, document };
}
