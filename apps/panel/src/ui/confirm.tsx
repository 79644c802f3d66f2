import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem } from './problem';

interface ConfirmProps {
  opened: boolean;
  title: string;
  /** What will happen and what will not. */
  children: ReactNode;
  /** The label of the button that confirms, a verb. */
  action: string;
  /** The label of the other button; default: cancel. */
  stay?: string;
  /** Red, for an operation that cannot be undone. */
  isDangerous?: boolean;
  isPending: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for a confirmation. Stays open while the operation runs, and shows its error. */
export function Confirm(props: ConfirmProps) {
  const { opened, title, children, action, stay, isDangerous = false, isPending, error, onConfirm, onClose } = props;
  const { t } = useTranslation('ui');
  // The dialog shows the outcome.
  const close = () => {
    if (!isPending) onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} centered closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        {children}
        {error !== null && error !== undefined && <Problem error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={close} disabled={isPending} data-autofocus>
            {stay ?? t('cancel')}
          </Button>
          <Button color={isDangerous ? 'red' : undefined} onClick={onConfirm} loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
