import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Problem } from '../ui/problem';
import { forgotPassword } from './browser-session';
import { EmailField } from './fields';
import { SignedOutFrame } from './frame';

/** Requests a mail with a link to choose a new password. The response does not reveal whether the address has a user. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation('session');
  const form = useForm({ initialValues: { email: '' } });
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: forgotPassword });
  return (
    <SignedOutFrame title={t('forgotTitle')} text={t('forgotText')}>
      {isSuccess ? (
        <Alert color="green" role="status">
          {t('forgotSent')}
        </Alert>
      ) : (
        <form onSubmit={form.onSubmit(({ email }) => mutate({ email: email.trim() }))}>
          <Stack gap="md">
            <EmailField {...form.getInputProps('email')} />
            {error && <Problem error={error} />}
            <Button type="submit" loading={isPending}>
              {t('sendLink')}
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
