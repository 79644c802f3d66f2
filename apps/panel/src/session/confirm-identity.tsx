import { Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmBy } from '../api/confirmation';
import { SIGNS_IN } from '../api/query-client';
import { FormButtons } from '../ui/form-buttons';
import { Problem } from '../ui/problem';
import { confirmIdentity } from './browser-session';
import { CodeField, PasswordField } from './fields';
import { useSession } from './session';

/** Asks for the password again before an operation that needs a fresh session. The page behind it does not change. */
export function ConfirmIdentity() {
  const { t } = useTranslation(['session', 'ui']);
  const [finish, setFinish] = useState<(isConfirmed: boolean) => void>();
  useEffect(() => confirmBy(() => new Promise((resolve) => setFinish(() => resolve))), []);
  const end = (isConfirmed: boolean) => {
    finish?.(isConfirmed);
    setFinish(undefined);
  };
  return (
    <Modal
      opened={finish !== undefined}
      onClose={() => end(false)}
      title={t('confirm.title')}
      centered
      // Above the dialog of the form that asked.
      zIndex={1000}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('ui:close') }}
    >
      <ConfirmForm onDone={() => end(true)} onCancel={() => end(false)} />
    </Modal>
  );
}

function ConfirmForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const { t } = useTranslation('session');
  const { second_factor: needsCode, email } = useSession().user;
  const form = useForm({ initialValues: { password: '', code: '' } });
  const { mutate, isPending, error } = useMutation({
    meta: SIGNS_IN,
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      confirmIdentity({ password, ...(needsCode && { code: code.replace(/\s/g, '') }) }),
    onSuccess: onDone,
  });
  return (
    <form onSubmit={form.onSubmit((values) => mutate(values))}>
      <Stack gap="md">
        <Text size="sm">{t('confirm.text')}</Text>
        {/* For password managers. */}
        <input type="text" autoComplete="username" value={email} readOnly hidden />
        <PasswordField {...form.getInputProps('password')} data-autofocus />
        {needsCode && <CodeField {...form.getInputProps('code')} />}
        {error && <Problem error={error} />}
        <FormButtons submit={t('confirm.button')} onCancel={onCancel} isPending={isPending} />
      </Stack>
    </form>
  );
}
