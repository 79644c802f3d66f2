import { Button, Group } from '@mantine/core';
import { Link, useLocation } from 'react-router';

interface SectionTabsProps {
  /** The name of the group of links, for screen readers. */
  label: string;
  tabs: readonly { to: string; label: string }[];
}

/** Links between the lists of one section; the current one is marked. */
export function SectionTabs({ label, tabs }: SectionTabsProps) {
  const { pathname } = useLocation();
  return (
    <Group component="nav" aria-label={label} gap={4}>
      {tabs.map(({ to, label: name }) => (
        <Button
          key={to}
          component={Link}
          to={to}
          size="compact-md"
          variant={pathname === to ? 'light' : 'subtle'}
          color={pathname === to ? undefined : 'gray'}
          c={pathname === to ? undefined : 'var(--mantine-color-text)'}
          aria-current={pathname === to ? 'page' : undefined}
        >
          {name}
        </Button>
      ))}
    </Group>
  );
}
