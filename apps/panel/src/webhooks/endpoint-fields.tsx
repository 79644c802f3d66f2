import { Button, Checkbox, Fieldset, Group, Input, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/api-error';
import { useRejectedFields } from '../api/use-reason-text';
import { withoutFields } from '../ui/form-errors';
import { Notice } from '../ui/notice';
import { Problem } from '../ui/problem';
import { Unsaved } from '../ui/unsaved';
import { MAX_DESCRIPTION_LENGTH, problemsOf, valuesOf, type EndpointValues } from './endpoint-form';
import { EVENTS, useExplainedEvent, type EventName } from './events';
import type { Endpoint } from './queries';

interface EndpointFieldsProps {
  /** The endpoint that is changed; absent for a new one. */
  before?: Endpoint;
  submitLabel: string;
  submit: (values: EndpointValues, outcome: { onError: (error: Error) => void; onSuccess: () => void }) => void;
  isPending: boolean;
  error: Error | null;
}

/** The address, the description and the events, for a new endpoint and for changes. */
export function EndpointFields({ before, submitLabel, submit, isPending, error }: EndpointFieldsProps) {
  const { t } = useTranslation('webhooks');
  const rejectedFields = useRejectedFields();
  const form = useForm<EndpointValues>({
    initialValues: valuesOf(before),
    validate: (values) =>
      Object.fromEntries(Object.entries(problemsOf(values)).map(([field, problem]) => [field, t(problem)])),
  });
  const isUrlRejected = error instanceof ApiError && error.errors['url'] !== undefined;
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        submit(values, {
          onError: (failure) => form.setErrors(rejectedFields(failure)),
          onSuccess: () => form.resetDirty(),
        }),
      )}
    >
      {form.isDirty() && <Unsaved />}
      <Stack gap="lg" maw={640}>
        <TextInput
          {...form.getInputProps('url')}
          label={t('url')}
          description={t('urlHint')}
          placeholder="https://shop.example/webhooks"
          type="url"
          autoComplete="off"
          spellCheck={false}
          required
        />
        {isUrlRejected && <Notice title={t('rejectedTitle')}>{t('rejectedText')}</Notice>}
        <TextInput
          {...form.getInputProps('description')}
          label={t('description')}
          description={t('descriptionHint')}
          maxLength={MAX_DESCRIPTION_LENGTH}
          autoComplete="off"
        />
        <EventBoxes
          value={form.values.events}
          onChange={(events) => form.setFieldValue('events', events)}
          error={form.errors['events']}
        />
        {error && <Problem error={withoutFields(error, Object.keys(form.values))} />}
        <Group>
          <Button type="submit" loading={isPending} disabled={before !== undefined && !form.isDirty()}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface EventBoxesProps {
  value: readonly EventName[];
  onChange: (events: EventName[]) => void;
  error: ReactNode;
}

function EventBoxes({ value, onChange, error }: EventBoxesProps) {
  const { t } = useTranslation('webhooks');
  const explain = useExplainedEvent();
  const errorId = useId();
  return (
    <Fieldset legend={t('events')} aria-describedby={error ? errorId : undefined}>
      <Stack gap="sm">
        <Checkbox
          label={t('allEvents')}
          fw={500}
          checked={value.length === EVENTS.length}
          indeterminate={value.length > 0 && value.length < EVENTS.length}
          onChange={(change) => onChange(change.currentTarget.checked ? [...EVENTS] : [])}
        />
        {EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={event}
            description={explain(event)}
            checked={value.includes(event)}
            onChange={(change) =>
              onChange(EVENTS.filter((one) => (one === event ? change.currentTarget.checked : value.includes(one))))
            }
          />
        ))}
        {error && <Input.Error id={errorId}>{error}</Input.Error>}
      </Stack>
    </Fieldset>
  );
}
