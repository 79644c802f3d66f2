import { TextInput, type TextInputProps } from '@mantine/core';
import { lazy, Suspense, type ReactNode } from 'react';

export interface DayInputProps extends Pick<TextInputProps, 'w' | 'maw'> {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  /** `YYYY-MM-DD`; anything else is no day. */
  value: string | undefined;
  onChange: (day: string | null) => void;
}

/** Loaded beside the page, which does not wait for it. */
const DayPicker = lazy(() => import('./day-picker'));

/** Asks for a day. The calendar takes the place of an empty field once it is loaded. */
export function DayInput(props: DayInputProps) {
  const { label, description, error, w, maw } = props;
  return (
    <Suspense fallback={<TextInput {...{ label, description, error, w, maw }} disabled aria-busy />}>
      <DayPicker {...props} />
    </Suspense>
  );
}
