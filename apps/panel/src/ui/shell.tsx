import { AppShell, Box, Burger, Button, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { signOut } from '../session/browser-session';
import { usePermissions, useSession } from '../session/session';
import { NAVIGATION } from '../navigation';
import { Brand } from './brand';
import { ColorSchemeButton } from './color-scheme-button';
import { LanguageMenu } from './language-menu';
import { LoadingLines } from './page';
import { Problem } from './problem';
import classes from './shell.module.css';

/** The frame of every page for signed-in users: the navigation, the account, and the sign-out. */
export function Shell() {
  const { t } = useTranslation('ui');
  const [opened, { toggle, close }] = useDisclosure();
  const { pathname } = useLocation();
  const navigation = useId();
  const burger = useRef<HTMLButtonElement>(null);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    close();
    // Screen readers continue at the new page's heading, as after a page load.
    main.current?.focus({ preventScroll: true });
  }, [pathname, close]);
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !opened) return;
    close();
    burger.current?.focus();
  };

  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="lg"
    >
      <ScrollRestoration />
      <a className={classes['skip']} href="#main">
        {t('skip')}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              ref={burger}
              {...{ opened, onClick: toggle, onKeyDown: closeOnEscape }}
              hiddenFrom="sm"
              size="sm"
              aria-label={t('menu')}
              aria-expanded={opened}
              aria-controls={navigation}
            />
            <Brand />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorSchemeButton />
            <LanguageMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar
        id={navigation}
        className={opened ? undefined : classes['closed']}
        p="sm"
        aria-label={t('navigation')}
        onKeyDown={closeOnEscape}
      >
        <AppShell.Section grow component={ScrollArea}>
          <Navigation />
        </AppShell.Section>
        <AppShell.Section>
          <Identity />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        <Box maw={1180} mx="auto">
          <Suspense fallback={<LoadingLines />}>
            <Outlet />
          </Suspense>
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

function Navigation() {
  const { t } = useTranslation('ui');
  const { can } = usePermissions();
  const { pathname } = useLocation();
  const isHere = (to: string) => (to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`));
  return NAVIGATION.map(({ group, entries }) => {
    const shown = entries.filter(({ permissions }) => permissions.length === 0 || can(...permissions));
    if (shown.length === 0) return null;
    return (
      <Box key={group} mb={6}>
        <Text size="xs" c="dimmed" px="sm" py={2}>
          {t(`nav.${group}`)}
        </Text>
        {shown.map(({ to, alsoAt = [], label, icon: Icon }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={t(`nav.${label}`)}
            leftSection={<Icon size={18} aria-hidden />}
            // All entries fit into a window of 680 pixels; touch needs more height.
            py={{ base: 8, sm: 3 }}
            active={[to, ...alsoAt].some(isHere)}
            aria-current={pathname === to ? 'page' : undefined}
          />
        ))}
      </Box>
    );
  });
}

function Identity() {
  const { t } = useTranslation('ui');
  const { user, account } = useSession();
  const leave = useMutation({
    mutationFn: signOut,
    // A page load drops the cache of reads.
    onSuccess: () => window.location.assign('/panel/sign-in'),
  });
  return (
    <Box px="sm" pt="xs">
      <Text size="sm" fw={600} truncate>
        {account.name}
      </Text>
      <Text size="xs" c="dimmed" truncate mb={6}>
        {user.email}
      </Text>
      {leave.error && (
        <Box mb="xs">
          <Problem error={leave.error} />
        </Box>
      )}
      <Button fullWidth size="xs" variant="default" onClick={() => leave.mutate()} disabled={leave.isPending}>
        {t(leave.isPending ? 'signingOut' : 'signOut')}
      </Button>
    </Box>
  );
}
