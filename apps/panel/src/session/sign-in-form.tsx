import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Problem } from '../ui/problem';
import { CodeField, EmailField, PasswordField } from './fields';
import { useSignIn } from './use-sign-in';

/** The form for the address and the password, and for a code when the user has a second factor. */
export function SignInForm({ email = '', onSignedIn }: { email?: string; onSignedIn?: () => void }) {
  const { t } = useTranslation('session');
  const { submit, isPending, error, needsCode } = useSignIn(onSignedIn);
  const form = useForm({ initialValues: { email, password: '', code: '' } });
  return (
    <form onSubmit={form.onSubmit((values) => submit(values))}>
      <Stack gap="md">
        <EmailField
          {...form.getInputProps('email')}
          readOnly={email !== ''}
          data-autofocus={email === '' || undefined}
        />
        <PasswordField {...form.getInputProps('password')} />
        {needsCode && <CodeField {...form.getInputProps('code')} inputMode="text" autoFocus />}
        {error && <Problem error={error} />}
        <Button type="submit" loading={isPending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}
