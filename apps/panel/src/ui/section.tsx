import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

interface SectionProps {
  title: string;
  /** A sentence about the section. */
  text?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Draws a border around the section. */
  framed?: boolean;
  /** The level of the heading: 3 inside a section that has a heading of its own. */
  order?: 2 | 3;
  children: ReactNode;
}

/** A part of a page. Assistive technology finds it by its heading. */
export function Section({ title, text, actions, framed = false, order = 2, children }: SectionProps) {
  const heading = useId();
  const content = (
    <Stack gap="md">
      <div>
        <Group justify="space-between" gap="sm">
          <Title order={order} size={order === 2 ? 'h4' : 'h5'} id={heading}>
            {title}
          </Title>
          {actions && <Group gap="sm">{actions}</Group>}
        </Group>
        {text && (
          <Text size="sm" c="dimmed" maw={640} mt={4}>
            {text}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
  if (!framed) return <section aria-labelledby={heading}>{content}</section>;
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby={heading}>
      {content}
    </Paper>
  );
}
