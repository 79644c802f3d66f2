import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Confirm } from './confirm';

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  /** The name of the button, and of the one that confirms. */
  label: string;
  /** The question that the dialog asks. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  isDangerous?: boolean;
  /** The mutation, and how it is run: `onSuccess` closes the dialog. */
  action: Pick<UseMutationResult, 'reset' | 'isPending' | 'error'>;
  run: (outcome: { onSuccess: () => void }) => void;
}

/** A button for a step with consequences: a dialog says what will happen, and runs the mutation when confirmed. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, children, isDangerous = false, action, run, variant = 'default', disabled = false } = props;
  const [opened, { open, close }] = useDisclosure();
  const leave = () => {
    close();
    action.reset();
  };
  return (
    <>
      <Button variant={variant} disabled={disabled} onClick={open}>
        {label}
      </Button>
      <Confirm
        opened={opened}
        title={title}
        action={label}
        isDangerous={isDangerous}
        isPending={action.isPending}
        error={action.error}
        onConfirm={() => run({ onSuccess: close })}
        onClose={leave}
      >
        {children}
      </Confirm>
    </>
  );
}
