import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Replaces an empty list: says what the list will show and how to begin. */
export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" maw={460}>
          {children}
        </Text>
        {action}
      </Stack>
    </Paper>
  );
}
