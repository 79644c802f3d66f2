import type { TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** What a field for a day takes, before and after its calendar is loaded. */
export interface DayInputProps extends Pick<TextInputProps, 'w' | 'maw'> {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  /** `YYYY-MM-DD`; anything else is no day. */
  value: string | undefined;
  onChange: (day: string | null) => void;
}
