import { Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

/** The heading of a step that replaces another one on the same page. It takes the focus, so that screen readers continue here. */
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
