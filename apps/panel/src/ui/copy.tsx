import { ActionIcon, Button, Code, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconCheck, IconCopy } from './icons';
import { useCopy } from './use-copy';

interface CopyProps {
  value: string;
  /** The name of the value, for screen readers. */
  label: string;
}

export function CopyIcon({ value, label }: CopyProps) {
  const { t } = useTranslation('ui');
  const { copied, copy } = useCopy(value);
  return (
    <Tooltip label={copied ? t('copied') : t('copy')}>
      <ActionIcon variant="subtle" onClick={copy} aria-label={copied ? t('copied') : t('copyOf', { label })}>
        {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

/** A short value with a button that copies it. */
export function CopyText({ value, label }: CopyProps) {
  return (
    <Group gap={4} wrap="nowrap">
      {value}
      <CopyIcon value={value} label={label} />
    </Group>
  );
}

export function CopyButton({ value, label }: CopyProps) {
  const { t } = useTranslation('ui');
  const { copied, copy } = useCopy(value);
  return (
    <Button variant="default" onClick={copy} aria-label={copied ? t('copied') : t('copyOf', { label })}>
      {copied ? t('copied') : t('copy')}
    </Button>
  );
}

/** A value to paste elsewhere, with its label above and a button that copies it. */
export function CopyField({ label, value }: CopyProps) {
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap" align="stretch">
        <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {value}
        </Code>
        <CopyButton value={value} label={label} />
      </Group>
    </Stack>
  );
}
