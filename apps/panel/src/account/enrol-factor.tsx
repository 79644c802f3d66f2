import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../session/session';
import { CopyField } from '../ui/copy';
import { rejectedFields, withoutFields } from '../ui/form-errors';
import { Problem } from '../ui/problem';
import { Qr } from '../ui/qr';
import { RecoveryCodes } from './recovery-codes';
import { confirmFactor, type FactorSetUp } from './security-api';

/** Sets up a second factor: scan, enter a code, store the recovery codes. The factor is on only after the second step. */
export function EnrolFactor({ setUp, onDone }: { setUp: FactorSetUp; onDone: () => void }) {
  const queries = useQueryClient();
  const confirm = useMutation({ mutationFn: confirmFactor });
  const finish = () => {
    // Not earlier: the page drops the recovery codes as soon as the session says that the factor is on.
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    onDone();
  };
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recovery_codes} onDone={finish} />;
  return (
    <Confirm
      setUp={setUp}
      confirm={(code, onRejected) => confirm.mutate({ code }, { onError: onRejected })}
      isPending={confirm.isPending}
      error={confirm.error}
      onCancel={onDone}
    />
  );
}

interface ConfirmProps {
  setUp: FactorSetUp;
  confirm: (code: string, onRejected: (error: unknown) => void) => void;
  isPending: boolean;
  error: unknown;
  onCancel: () => void;
}

function Confirm({ setUp, confirm, isPending, error, onCancel }: ConfirmProps) {
  const { t } = useTranslation('account');
  const { t: shared } = useTranslation('ui');
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (code) => (/^\d{6}$/.test(code.replace(/\s/g, '')) ? null : t('factor.codeProblem')) },
  });
  const submit = ({ code }: { code: string }) =>
    confirm(code.replace(/\s/g, ''), (failure) => {
      if ('code' in rejectedFields(failure)) form.setErrors({ code: t('factor.codeWrong') });
    });
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="lg" maw={480}>
        <div>
          <Text size="sm" mb="sm">
            {t('factor.scan')}
          </Text>
          <Qr text={setUp.otpauth_url} label={t('factor.qr')} />
        </div>
        <CopyField label={t('factor.secret')} value={setUp.secret} />
        <CodeInput label={t('factor.code')} description={t('factor.codeText')} {...form.getInputProps('code')} />
        {Boolean(error) && <Problem error={withoutFields(error, Object.keys(form.errors))} />}
        <Group gap="sm">
          <Button type="submit" loading={isPending}>
            {t('factor.confirm')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {shared('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CodeInput(props: React.ComponentProps<typeof TextInput>) {
  return <TextInput {...props} autoComplete="one-time-code" inputMode="numeric" maw={240} required />;
}
