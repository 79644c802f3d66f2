import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from '../ui/copy';
import { firstPassword } from './first-password';

interface HandedPasswordProps {
  label: string;
  description: string;
  required?: boolean;
  value?: string;
  onChange: (value: string) => void;
  error?: ReactNode;
}

/** A password that one user sets and hands to another, typed or generated. */
export function HandedPassword({ label, value = '', onChange, ...field }: HandedPasswordProps) {
  const { t } = useTranslation('team');
  const [isVisible, setVisible] = useState(false);
  const generate = () => {
    onChange(firstPassword());
    setVisible(true);
  };
  return (
    <Stack gap={4}>
      <PasswordInput
        {...field}
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="new-password"
        visible={isVisible}
        onVisibilityChange={setVisible}
        visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      />
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={generate}>
          {t('generate')}
        </Button>
        {value !== '' && <CopyIcon value={value} label={label} />}
        <Text size="xs" c="dimmed" flex={1}>
          {t('passwordHandOver')}
        </Text>
      </Group>
    </Stack>
  );
}
