import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '../api/client';
import { useRejectionTexts } from '../destinations/use-destination-form';
import { FormButtons } from '../ui/form-buttons';
import { withoutFields } from '../ui/form-errors';
import { Problem } from '../ui/problem';
import { useChange } from './use-change';

interface EditPersonProps {
  beneficiary: Schemas['Beneficiary'];
  opened: boolean;
  onClose: () => void;
}

/** Changes the name and the address of a beneficiary. */
export function EditPerson({ opened, onClose, beneficiary }: EditPersonProps) {
  const { t } = useTranslation('beneficiaries');
  const { t: shared } = useTranslation('ui');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('editTitle')}
      centered
      // A click outside would lose the input.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': shared('close') }}
    >
      <EditForm beneficiary={beneficiary} onClose={onClose} />
    </Modal>
  );
}

function EditForm({ beneficiary: { id, name, email }, onClose }: Omit<EditPersonProps, 'opened'>) {
  const { t } = useTranslation('beneficiaries');
  const { t: shared } = useTranslation('ui');
  const rejectionTexts = useRejectionTexts();
  const form = useForm({ initialValues: { name, email } });
  const { mutate, isPending, error } = useChange(id, onClose);
  const save = (values: { name: string; email: string }) =>
    mutate(
      { name: values.name.trim(), email: values.email.trim() },
      { onError: (failure) => form.setErrors(rejectionTexts(failure)) },
    );
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack gap="md">
        <TextInput label={t('name')} maxLength={140} required data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label={t('email')}
          description={t('emailText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          required
          {...form.getInputProps('email')}
        />
        {error && <Problem error={withoutFields(error, Object.keys(form.errors))} />}
        <FormButtons submit={shared('save')} onCancel={onClose} isPending={isPending} />
      </Stack>
    </form>
  );
}
