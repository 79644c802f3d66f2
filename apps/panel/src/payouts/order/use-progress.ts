import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The step of an order with what was filled in so far. It is kept in the browser's history, so that the back button goes
 * one step back and a reload loses nothing.
 */
export function useProgress<Progress extends { step: string }>(first: Progress) {
  const { state } = useLocation() as { state: Partial<Progress> | null };
  const navigate = useNavigate();
  const progress = state?.step === undefined ? first : (state as Progress);

  const goTo = useCallback(
    (next: Progress, { replace = false }: { replace?: boolean } = {}) =>
      void navigate({ search: window.location.search }, { state: next, replace }),
    [navigate],
  );
  return { progress, goTo };
}
