import { useWindowEvent } from '@mantine/hooks';
import { useCallback, useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';

/** Blocks navigation until the returned function has been called. The browser asks before it closes the tab. */
export function useStayOnPage(stays: boolean): () => void {
  const mayLeave = useRef(!stays);
  const blocker = useBlocker(useCallback(() => !mayLeave.current, []));
  useEffect(() => {
    if (blocker.state === 'blocked') blocker.reset();
  }, [blocker]);
  useWindowEvent('beforeunload', (event) => {
    if (!mayLeave.current) event.preventDefault();
  });
  return useCallback(() => {
    mayLeave.current = true;
  }, []);
}
