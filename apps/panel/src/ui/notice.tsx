import { Alert, type AlertProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from './icons';

/** Mantine writes the title in the colour of the box, with too little contrast to be read. */
const READABLE: AlertProps['styles'] = { title: { color: 'var(--mantine-color-text)' } };

/** A warning, as opposed to an error. */
export function Notice({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={title} styles={READABLE}>
      {children}
    </Alert>
  );
}
