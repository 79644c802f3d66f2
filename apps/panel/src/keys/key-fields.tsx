import { Button, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRejectedFields } from '../api/use-reason-text';
import { DayInput } from '../ui/day-input';
import { withoutFields } from '../ui/form-errors';
import { Problem } from '../ui/problem';
import { Unsaved } from '../ui/unsaved';
import { MAX_NAME_LENGTH, MAX_RATE_LIMIT, problemsOf, valuesOf, type KeyValues } from './key-form';
import { PermissionFields } from './permission-fields';
import type { ApiKey } from './queries';

interface Outcome {
  onError: (error: Error) => void;
  onSuccess: () => void;
}

interface KeyFieldsProps {
  /** The key that is changed; absent for a new one. */
  before?: ApiKey;
  submitLabel: string;
  /** Sends the values; `before` are the initial ones. */
  submit: (values: KeyValues, before: KeyValues, outcome: Outcome) => void;
  isPending: boolean;
  error: Error | null;
  /** Shown beside the button. */
  children?: ReactNode;
}

/** The settings of a key, for a new key and for changes. */
export function KeyFields({ before, submitLabel, submit, isPending, error, children }: KeyFieldsProps) {
  const { t } = useTranslation('keys');
  const form = useKeyForm(before);
  const rejectedFields = useRejectedFields();
  const send = (values: KeyValues) =>
    submit(values, form.getInitialValues(), {
      onError: (failure) => form.setErrors(rejectedFields(failure)),
      onSuccess: () => {
        form.setInitialValues(values);
        form.resetDirty();
      },
    });
  return (
    <form noValidate onSubmit={form.onSubmit(send)}>
      {form.isDirty() && <Unsaved />}
      <Stack gap="lg" maw={640}>
        <TextInput
          {...form.getInputProps('name')}
          label={t('name')}
          description={t('nameHint')}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          required
        />
        <PermissionFields
          value={form.values.permissions}
          onChange={(value) => form.setFieldValue('permissions', value)}
          kept={before?.permissions ?? []}
          error={form.errors['permissions']}
        />
        <Limits form={form} />
        {error && <Problem error={withoutFields(error, Object.keys(form.values))} />}
        <Group gap="sm">
          <Button type="submit" loading={isPending} disabled={before !== undefined && !form.isDirty()}>
            {submitLabel}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}

function useKeyForm(before: ApiKey | undefined): UseFormReturnType<KeyValues> {
  const { t } = useTranslation('keys');
  const initial = valuesOf(before);
  return useForm<KeyValues>({
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(Object.entries(problemsOf(values, initial)).map(([field, problem]) => [field, t(problem)])),
  });
}

/** The allowed origins, the rate limit and the expiry date. */
function Limits({ form }: { form: UseFormReturnType<KeyValues> }) {
  const { t } = useTranslation('keys');
  return (
    <>
      <Textarea
        {...form.getInputProps('allowed_origins')}
        label={t('origins')}
        description={t('originsHint')}
        placeholder="https://shop.example"
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
      />
      <NumberInput
        {...form.getInputProps('rate_limit')}
        label={t('rateLimit')}
        description={t('rateLimitHint')}
        min={1}
        max={MAX_RATE_LIMIT}
        allowDecimal={false}
        allowNegative={false}
        hideControls
        required
        maw={260}
      />
      <DayInput
        value={form.values.expires_at}
        onChange={(day) => form.setFieldValue('expires_at', day ?? '')}
        error={form.errors['expires_at']}
        label={t('expiry')}
        description={t('expiryHint')}
        maw={260}
      />
    </>
  );
}
