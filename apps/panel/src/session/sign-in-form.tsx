import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Problem } from '../ui/problem';
import { useSignIn } from './use-sign-in';

/** The form for the address and the password, and for a code when the user has a second factor. */
export function SignInForm({ email = '', onSignedIn }: { email?: string; onSignedIn?: () => void }) {
  const { t } = useTranslation('session');
  const { submit, isPending, error, needsCode } = useSignIn(onSignedIn);
  const form = useForm({ initialValues: { email, password: '', code: '' } });
  return (
    <form onSubmit={form.onSubmit((values) => submit(values))}>
      <Stack gap="md">
        <TextInput
          {...form.getInputProps('email')}
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          readOnly={email !== ''}
          data-autofocus={email === '' || undefined}
        />
        <PasswordInput
          {...form.getInputProps('password')}
          label={t('password')}
          autoComplete="current-password"
          required
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        {needsCode && (
          <TextInput
            {...form.getInputProps('code')}
            label={t('code')}
            description={t('codeHint')}
            autoComplete="one-time-code"
            inputMode="text"
            required
            autoFocus
          />
        )}
        {error && <Problem error={error} />}
        <Button type="submit" loading={isPending}>
          {t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}
