import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconMoon, IconSun } from './icons';

/** Switches between light and dark. Before the first switch, the panel follows the device. */
export function ColorSchemeButton() {
  const { t } = useTranslation('ui');
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const Icon = dark ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="default"
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
      aria-label={t(dark ? 'useLight' : 'useDark')}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
