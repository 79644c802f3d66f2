import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { withoutFields } from '../ui/form-errors';
import { Problem } from '../ui/problem';
import { Unsaved } from '../ui/unsaved';
import type { DestinationForm, OwnedDestination } from './use-destination-form';

interface DestinationFormFrameProps {
  form: DestinationForm;
  /** The label of the button. */
  action: string;
  /** The page to which cancelling leads. */
  back: string;
  isPending: boolean;
  error: unknown;
  onSubmit: (values: OwnedDestination) => void;
  children: ReactNode;
}

/** A form about a destination: its fields, the errors of the API, and the buttons. */
export function DestinationFormFrame(props: DestinationFormFrameProps) {
  const { form, action, back, isPending, error, onSubmit, children } = props;
  const { t } = useTranslation('ui');
  return (
    <form noValidate onSubmit={form.onSubmit(onSubmit)}>
      {form.isDirty() && <Unsaved />}
      <Stack gap="lg" maw={620}>
        {children}
        {Boolean(error) && <Problem error={withoutFields(error, Object.keys(form.errors))} />}
        <Group gap="sm">
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
          <Button variant="default" component={Link} to={back}>
            {t('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
