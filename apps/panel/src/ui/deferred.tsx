import { Box, Skeleton } from '@mantine/core';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';

/** How far below the window it begins to matter, and how long a page that is never idle is waited for. */
const NEAR = '200px';
const PATIENCE_MS = 2_000;

interface DeferredProps {
  /** What is loaded when it is first rendered. */
  children: ReactNode;
  /** Its height in pixels, so that nothing moves when it comes. */
  height: number;
}

/** Shows what is costly to load once it is near the window and the browser has nothing else to do. */
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
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: PATIENCE_MS });
  else setTimeout(run, PATIENCE_MS / 10);
}
