import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmBy } from '../api/confirmation';
import { SIGNS_IN } from '../api/query-client';
import { Problem } from '../ui/problem';
import { confirmIdentity } from './browser-session';
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
  const { t } = useTranslation(['session', 'ui']);
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
        <PasswordInput
          {...form.getInputProps('password')}
          label={t('password')}
          autoComplete="current-password"
          required
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        {needsCode && (
          <TextInput
            {...form.getInputProps('code')}
            label={t('code')}
            description={t('codeHint')}
            autoComplete="one-time-code"
            required
          />
        )}
        {error && <Problem error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui:cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('confirm.button')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
