import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Confirm } from './confirm';

interface ConfirmButtonProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  /** The label of this button and of the one that confirms. */
  label: string;
  /** The question that the dialog asks. */
  title: string;
  /** What will happen. */
  children: ReactNode;
  isDangerous?: boolean;
  /** The mutation, and the function that runs it: `onSuccess` closes the dialog. */
  action: Pick<UseMutationResult, 'reset' | 'isPending' | 'error'>;
  run: (outcome: { onSuccess: () => void }) => void;
}

/** A button for an operation that needs a confirmation: its dialog explains the consequences and runs the mutation. */
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
