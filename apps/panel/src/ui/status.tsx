import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const COLORS: Readonly<Record<string, string>> = {
  active: 'blue',
  pending: 'yellow',
  processing: 'yellow',
  in_transit: 'yellow',
  in_process: 'yellow',
  requested: 'yellow',
  pending_verification: 'yellow',
  open: 'yellow',
  retrying: 'yellow',
  completed: 'green',
  credited: 'green',
  delivered: 'green',
  verified: 'green',
  matched: 'green',
  failed: 'red',
  returned: 'red',
  paused: 'red',
};

/** A state of the API as a coloured word. The word carries the meaning; the colour only helps to scan a list. */
export function Status({ value }: { value: string }) {
  const { t } = useTranslation('ui');
  return (
    <Badge
      variant="light"
      color={COLORS[value] ?? 'gray'}
      // The colour itself has too little contrast on its tint.
      c="var(--mantine-color-text)"
      tt="none"
      miw="max-content"
    >
      {t(`status.${value}`, { defaultValue: value })}
    </Badge>
  );
}
