import type { TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

/** The props of a field for a day, before and after its calendar is loaded. */
export interface DayInputProps extends Pick<TextInputProps, 'w' | 'maw'> {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  /** `YYYY-MM-DD`; any other text counts as no day. */
  value: string | undefined;
  onChange: (day: string | null) => void;
}
