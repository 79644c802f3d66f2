import { Anchor, Box, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

interface PageProps {
  title: string;
  description?: string;
  /** The list that the page belongs to. */
  back?: { to: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: its heading, which is also the title of the window, its actions and its content. */
export function Page({ title, description, back, actions, children }: PageProps) {
  useDocumentTitle(`${title} · ServicePay`);
  return (
    <Stack gap="lg">
      <Box>
        {back && <Back {...back} />}
        <Group justify="space-between" align="flex-start">
          <Stack gap={2} flex="1 1 16rem" miw={0}>
            <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
              {title}
            </Title>
            {description && <Text c="dimmed">{description}</Text>}
          </Stack>
          {actions && <Group gap="sm">{actions}</Group>}
        </Group>
      </Box>
      {children}
    </Stack>
  );
}

/** The link to the list. After a visit from the list, it is a step back, which keeps the filters and the page of the list. */
function Back({ to, label }: NonNullable<PageProps['back']>) {
  const { state } = useLocation() as { state: { list?: string } | null };
  const navigate = useNavigate();
  const list = state?.list?.split('?')[0] === to ? state.list : undefined;
  const stepBack = (event: MouseEvent) => {
    // With these keys the browser opens another tab.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Anchor component={Link} to={list ?? to} size="sm" onClick={list === undefined ? undefined : stepBack}>
      ← {label}
    </Anchor>
  );
}

/** A placeholder in about the shape of the content, so that nothing moves when the content appears. */
export function LoadingLines({ lines = 5 }: { lines?: number }) {
  return (
    <Stack gap="sm" aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={36} radius="sm" />
      ))}
    </Stack>
  );
}
