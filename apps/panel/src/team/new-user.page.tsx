import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RequirePermission } from '../session/allowed';
import type { Permission } from '../session/session';
import { withoutFields } from '../ui/form-errors';
import { Page } from '../ui/page';
import { Problem } from '../ui/problem';
import { Unsaved } from '../ui/unsaved';
import { SHORTEST_PASSWORD } from './first-password';
import { HandedPassword } from './handed-password';
import { wanted } from './permissions';
import { PermissionsField } from './permissions-field';
import { useCreateUser } from './use-create-user';

/** Creates a user: by an invitation, which lets the user choose a password, or with a first password to hand over. */
export default function NewUserPage() {
  const { t } = useTranslation('team');
  return (
    <RequirePermission to="manage_account">
      <Page title={t('newTitle')} description={t('newText')} back={{ to: '/team', label: t('title') }}>
        <NewUserForm />
      </Page>
    </RequirePermission>
  );
}

export interface NewUserValues {
  name: string;
  email: string;
  way: 'invitation' | 'password';
  password: string;
  permissions: Permission[];
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function NewUserForm() {
  const { t } = useTranslation('team');
  const { t: shared } = useTranslation('ui');
  const form = useForm<NewUserValues>({
    initialValues: { name: '', email: '', way: 'invitation', password: '', permissions: [] },
    validate: {
      email: (email) => (EMAIL.test(email.trim()) ? null : t('emailProblem')),
      password: (password, { way }) =>
        way === 'password' && password.length < SHORTEST_PASSWORD
          ? t('passwordProblem', { count: SHORTEST_PASSWORD })
          : null,
      permissions: (chosen) => (chosen.length === 0 ? t('permissionsMissing') : null),
    },
  });
  const { create, isPending, error } = useCreateUser((errors) => form.setErrors(errors));
  const submit = ({ name, email, way, password, permissions }: NewUserValues) =>
    create({
      email: email.trim(),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(way === 'password' && { password }),
      permissions: wanted(permissions),
    });
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      {form.isDirty() && <Unsaved />}
      <Stack gap="lg" maw={620}>
        <TextInput label={t('email')} type="email" autoComplete="off" required {...form.getInputProps('email')} />
        <TextInput label={t('name')} autoComplete="off" maxLength={140} {...form.getInputProps('name')} />
        <Radio.Group label={t('way.label')} {...form.getInputProps('way')}>
          <Stack gap="xs" mt={4}>
            <Radio value="invitation" label={t('way.invitation')} description={t('way.invitationText')} />
            <Radio value="password" label={t('way.password')} />
          </Stack>
        </Radio.Group>
        {form.values.way === 'password' && (
          <HandedPassword
            {...form.getInputProps('password')}
            label={t('password')}
            description={t('passwordText', { count: SHORTEST_PASSWORD })}
            required
          />
        )}
        <PermissionsField {...form.getInputProps('permissions')} value={form.getValues().permissions} />
        {error && <Problem error={withoutFields(error, Object.keys(form.errors))} />}
        <Group gap="sm">
          <Button type="submit" loading={isPending}>
            {t(form.values.way === 'invitation' ? 'invite' : 'create')}
          </Button>
          <Button variant="default" component={Link} to="/team">
            {shared('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
