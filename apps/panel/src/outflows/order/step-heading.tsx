import { Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

/** The heading of a step that replaces the one before on the same page: a screen reader goes on reading from here. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <Title ref={heading} order={2} size="h4" tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
