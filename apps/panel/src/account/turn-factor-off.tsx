import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../session/session';
import { FormButtons } from '../ui/form-buttons';
import { rejectedFields, withoutFields } from '../ui/form-errors';
import { Problem } from '../ui/problem';
import { useNotify } from '../ui/use-notify';
import { turnFactorOff } from './security-api';

/** Turns the second factor off, which needs a code. */
export function TurnFactorOff({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const { t: shared } = useTranslation('ui');
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('factor.offTitle')}
      centered
      closeButtonProps={{ 'aria-label': shared('close') }}
    >
      <TurnOffForm onClose={onClose} />
    </Modal>
  );
}

function TurnOffForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const notify = useNotify();
  const form = useForm({ initialValues: { code: '' } });
  const { mutate, isPending, error } = useMutation({
    mutationFn: turnFactorOff,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      notify(t('factor.offDone'));
      onClose();
    },
    onError: (failure) => {
      if ('code' in rejectedFields(failure)) form.setErrors({ code: t('factor.codeWrong') });
    },
  });
  return (
    <form onSubmit={form.onSubmit(({ code }) => mutate({ code: code.trim() }))}>
      <Stack gap="md">
        <Text size="sm">{t('factor.offText')}</Text>
        <TextInput
          label={t('factor.code')}
          description={t('factor.offCodeText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="one-time-code"
          required
          data-autofocus
          {...form.getInputProps('code')}
        />
        {error && <Problem error={withoutFields(error, Object.keys(form.errors))} />}
        <FormButtons submit={t('factor.turnOff')} onCancel={onClose} isPending={isPending} isDangerous />
      </Stack>
    </form>
  );
}
