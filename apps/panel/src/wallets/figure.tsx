import { Paper, Stack, Text } from '@mantine/core';
import { Amount } from '../ui/amount';

interface FigureProps {
  name: string;
  value: string;
  currency: string;
  size: 'lg' | 'xl';
  hint: string;
}

/** An amount of a wallet with its name above and an explanation below. */
export function Figure({ name, value, currency, size, hint }: FigureProps) {
  return (
    <Paper withBorder p="md">
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
        <Amount value={value} currency={currency} fz={size} fw={600} />
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      </Stack>
    </Paper>
  );
}
