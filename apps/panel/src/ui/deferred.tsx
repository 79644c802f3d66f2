import { Box, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';

/** The distance below the window at which the content is loaded, and the longest wait for an idle page. */
const NEAR = '200px';
const MAX_WAIT_MS = 2_000;

interface DeferredProps {
  /** The content, which is loaded at its first render. */
  children: ReactNode;
  /** Its height in pixels, so that nothing moves when it appears. */
  height: number;
}

/** Shows content that is slow to load, once it is near the window and the browser is idle. */
export function Deferred({ children, height }: DeferredProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        whenIdle(() => setDue(true));
      },
      { rootMargin: NEAR },
    );
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <Box ref={place} mih={height}>
      {isDue ? (
        <Suspense fallback={<Skeleton height={height} aria-busy />}>{children}</Suspense>
      ) : (
        <Skeleton height={height} />
      )}
    </Box>
  );
}

function whenIdle(run: () => void): void {
  // Not in every browser that the panel supports.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  else setTimeout(run, MAX_WAIT_MS / 10);
}
