import { TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DayInputProps } from './day-input-props';

/** Loaded separately, so that the page does not wait for it. */
const DayPicker = lazy(() => import('./day-picker'));

/** A field for a day. The calendar replaces a disabled field when it is loaded. */
export function DayInput(props: DayInputProps) {
  const { label, description, error, w, maw } = props;
  return (
    <Suspense fallback={<TextInput {...{ label, description, error, w, maw }} disabled aria-busy />}>
      <DayPicker {...props} />
    </Suspense>
  );
}
