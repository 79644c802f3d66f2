import { Code, Group, Stack, Text } from '@mantine/core';
import { CopyIcon } from './copy';

/** Code with its name above and a button that copies it. Long lines scroll. */
export function CodeSample({ label, code }: { label: string; code: string }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyIcon value={code} label={label} />
      </Group>
      {/* Focusable, so that the keyboard can scroll it. */}
      <Code block tabIndex={0} role="group" aria-label={label} style={{ overflowX: 'auto', maxHeight: '28rem' }}>
        {code}
      </Code>
    </Stack>
  );
}
