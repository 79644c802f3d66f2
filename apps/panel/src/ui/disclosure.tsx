import { Button, Collapse, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import { IconChevronDown, IconChevronUp } from './icons';

/** Details that few users need, behind a button that names them. */
export function Disclosure({ show, hide, children }: { show: string; hide: string; children: ReactNode }) {
  const [opened, { toggle }] = useDisclosure();
  const id = useId();
  const Icon = opened ? IconChevronUp : IconChevronDown;
  return (
    <Stack gap="sm" align="stretch">
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        onClick={toggle}
        aria-expanded={opened}
        aria-controls={id}
        rightSection={<Icon size={16} aria-hidden />}
      >
        {opened ? hide : show}
      </Button>
      <Collapse expanded={opened} id={id}>
        {opened && children}
      </Collapse>
    </Stack>
  );
}
