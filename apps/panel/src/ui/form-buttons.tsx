import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface FormButtonsProps {
  /** The label of the button that submits, a verb. */
  submit: string;
  onCancel: () => void;
  isPending: boolean;
  /** Keeps the form from being submitted. */
  disabled?: boolean;
  /** Red, for an operation that cannot be undone. */
  isDangerous?: boolean;
}

/** The buttons of a form in a dialog: one cancels, the other submits. */
export function FormButtons({ submit, onCancel, isPending, disabled, isDangerous = false }: FormButtonsProps) {
  const { t } = useTranslation('ui');
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" color={isDangerous ? 'red' : undefined} loading={isPending} disabled={disabled}>
        {submit}
      </Button>
    </Group>
  );
}
