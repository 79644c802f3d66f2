import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useRejectedFields } from '../api/use-reason-text';
import { withoutFields } from '../ui/form-errors';
import { Problem } from '../ui/problem';
import { resetPassword } from './browser-session';
import { PasswordField } from './fields';
import { SignedOutFrame } from './frame';

const SHORTEST = 10;

/** Sets a new password with the token of a mail. The token is in the fragment, which browsers do not send to servers. */
export default function ResetPasswordPage() {
  const { t } = useTranslation('session');
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? '';
  const rejectedFields = useRejectedFields();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value.length < SHORTEST ? t('passwordTooShort', { count: SHORTEST }) : null) },
  });
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: resetPassword,
    onError: (failure) => form.setErrors(rejectedFields(failure)),
  });
  return (
    <SignedOutFrame title={t('resetTitle')}>
      {isSuccess ? (
        <Alert color="green" role="status">
          {t('resetDone')}
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit(({ password }) => mutate({ token, password }))}>
          <Stack gap="md">
            <PasswordField
              {...form.getInputProps('password')}
              label={t('newPassword')}
              description={t('passwordHint', { count: SHORTEST })}
              autoComplete="new-password"
            />
            {error && <Problem error={withoutFields(error, ['password'])} />}
            <Button type="submit" loading={isPending}>
              {t('savePassword')}
            </Button>
          </Stack>
        </form>
      )}
      <Anchor component={Link} to="/sign-in" size="sm">
        {t('backToSignIn')}
      </Anchor>
    </SignedOutFrame>
  );
}
