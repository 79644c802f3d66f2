import { Button, Tooltip, VisuallyHidden } from '@mantine/core';
import { useId } from 'react';

/** Replaces a button that the user or the account cannot use, and says why. The keyboard can still reach it. */
export function DeniedButton({ children, reason }: { children: string; reason: string }) {
  const id = useId();
  return (
    <Tooltip label={reason} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      <Button data-disabled aria-disabled aria-describedby={id} onClick={(event) => event.preventDefault()}>
        {children}
        <VisuallyHidden id={id}>{reason}</VisuallyHidden>
      </Button>
    </Tooltip>
  );
}
