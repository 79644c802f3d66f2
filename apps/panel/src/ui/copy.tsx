import { ActionIcon, Button, Code, CopyButton as MantineCopyButton, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Copies the value; `label` names what is copied, for people who do not see the icon. */
export function CopyIcon({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation('ui');
  return (
    <MantineCopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('copied') : t('copy')}>
          <ActionIcon variant="subtle" onClick={copy} aria-label={copied ? t('copied') : t('copyOf', { label })}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  );
}

/** A value that people paste elsewhere, with its label above and a button that copies it. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('ui');
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap" align="stretch">
        <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {value}
        </Code>
        <MantineCopyButton value={value}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy} aria-label={copied ? t('copied') : t('copyOf', { label })}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </MantineCopyButton>
      </Group>
    </Stack>
  );
}
