import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RequirePermission } from '../session/allowed';
import type { Permission } from '../session/session';
import { CopyIcon } from '../ui/copy';
import { withoutFields } from '../ui/form-errors';
import { Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { firstPassword, SHORTEST_PASSWORD } from './first-password';
import { wanted } from './permissions';
import { PermissionsField } from './permissions-field';
import { useCreateUser } from './use-create-user';

/** Creates a user with a first password, which they change themselves. */
export default function NewUserPage() {
  const { t } = useTranslation('team');
  return (
    <Page title={t('newTitle')} description={t('newText')} back={{ to: '/team', label: t('title') }}>
      <RequirePermission to="manage_account">
        <NewUserForm />
      </RequirePermission>
    </Page>
  );
}

export interface NewUserValues {
  email: string;
  password: string;
  permissions: Permission[];
}

type NewUserFormState = UseFormReturnType<NewUserValues>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function NewUserForm() {
  const { t } = useTranslation('team');
  const { t: shared } = useTranslation('ui');
  const form = useForm<NewUserValues>({
    initialValues: { email: '', password: '', permissions: [] },
    validate: {
      email: (email) => (EMAIL.test(email.trim()) ? null : t('emailProblem')),
      password: (password) =>
        password.length < SHORTEST_PASSWORD ? t('passwordProblem', { count: SHORTEST_PASSWORD }) : null,
      permissions: (chosen) => (chosen.length === 0 ? t('permissionsMissing') : null),
    },
  });
  const { create, isPending, error } = useCreateUser((errors) => form.setErrors(errors));
  const submit = ({ email, password, permissions }: NewUserValues) =>
    create({ email: email.trim(), password, permissions: wanted(permissions) });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus())}
    >
      <Stack gap="lg" maw={620}>
        <TextInput label={t('email')} type="email" autoComplete="off" required {...form.getInputProps('email')} />
        <FirstPassword form={form} />
        <PermissionsField {...form.getInputProps('permissions')} value={form.getValues().permissions} />
        {error && <Problem error={withoutFields(error, Object.keys(form.errors))} />}
        <Group gap="sm">
          <Button type="submit" loading={isPending}>
            {t('create')}
          </Button>
          <Button variant="default" component={Link} to="/team">
            {shared('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function FirstPassword({ form }: { form: NewUserFormState }) {
  const { t } = useTranslation('team');
  const [isVisible, setVisible] = useState(false);
  const { password } = form.getValues();
  const generate = () => {
    form.setFieldValue('password', firstPassword());
    setVisible(true);
  };
  return (
    <Stack gap={4}>
      <PasswordInput
        label={t('password')}
        description={t('passwordText', { count: SHORTEST_PASSWORD })}
        autoComplete="new-password"
        required
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        {...form.getInputProps('password')}
      />
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={generate}>
          {t('generate')}
        </Button>
        {password !== '' && <CopyIcon value={password} label={t('password')} />}
        <Text size="xs" c="dimmed" flex={1}>
          {t('passwordHandOver')}
        </Text>
      </Group>
    </Stack>
  );
}
