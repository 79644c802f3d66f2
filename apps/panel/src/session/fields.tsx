import { PasswordInput, TextInput, type PasswordInputProps, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The address that a user signs in with. */
export function EmailField(props: TextInputProps) {
  const { t } = useTranslation('session');
  return <TextInput label={t('email')} type="email" autoComplete="username" required {...props} />;
}

/** The user's password; of a new one, `autoComplete` and `label` say so. */
export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation('session');
  return (
    <PasswordInput
      label={t('password')}
      autoComplete="current-password"
      required
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      {...props}
    />
  );
}

/** A code of the second factor. */
export function CodeField(props: TextInputProps) {
  const { t } = useTranslation('session');
  return <TextInput label={t('code')} description={t('codeHint')} autoComplete="one-time-code" required {...props} />;
}
