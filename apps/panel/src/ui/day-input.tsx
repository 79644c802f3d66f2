import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DayInputProps } from './day-input-props';

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
