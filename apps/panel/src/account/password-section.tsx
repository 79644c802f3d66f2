import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { rejectedFields, withoutFields } from '../ui/form-errors';
import { Problem } from '../ui/problem';
import { Section } from '../ui/section';
import { useNotify } from '../ui/use-notify';
import { changePassword, sessionsQuery } from './security-api';

const SHORTEST = 10;
const EMPTY = { current_password: '', password: '', again: '' };

/** Changes the password, which needs the current one. */
export function PasswordSection() {
  const { t } = useTranslation('account');
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      current_password: (value) => (value === '' ? t('password.missing') : null),
      password: (value) => (value.length < SHORTEST ? t('password.tooShort', { count: SHORTEST }) : null),
      again: (value, { password }) => (value === password ? null : t('password.different')),
    },
  });
  const { change, isPending, error } = useChangePassword(form.reset, (errors) => form.setErrors(errors));
  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('password.show') } };
  return (
    <Section framed title={t('password.title')} text={t('password.text')}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ current_password, password }) => change({ current_password, password }))}
      >
        <Stack gap="md" maw={420}>
          <PasswordInput
            label={t('password.current')}
            autoComplete="current-password"
            required
            {...toggle}
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={t('password.new')}
            description={t('password.hint', { count: SHORTEST })}
            autoComplete="new-password"
            required
            {...toggle}
            {...form.getInputProps('password')}
          />
          <PasswordInput
            label={t('password.again')}
            autoComplete="new-password"
            required
            {...toggle}
            {...form.getInputProps('again')}
          />
          {error && <Problem error={withoutFields(error, Object.keys(form.errors))} />}
          <Group>
            <Button type="submit" variant="default" loading={isPending}>
              {t('password.change')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function useChangePassword(onDone: () => void, onRejected: (errors: Record<string, string>) => void) {
  const { t } = useTranslation('account');
  const queries = useQueryClient();
  const notify = useNotify();
  const { mutate, isPending, error } = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      notify(t('password.changed'));
      onDone();
    },
    onError: (failure) => {
      const sentences = Object.entries(rejectedFields(failure)).map(([field, reason]) => [
        field,
        t(`password.rejected.${field}`, { defaultValue: reason }),
      ]);
      onRejected(Object.fromEntries(sentences) as Record<string, string>);
    },
  });
  return { change: mutate, isPending, error };
}
