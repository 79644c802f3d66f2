import { useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keyFor, newAttempt } from '../../api/idempotency';

const PLACED = 'placed ';

/**
 * The step of an order with the values so far. The browser's history keeps it, so that the back button goes one step back
 * and a reload loses nothing. `headersFor` returns the order's `Idempotency-Key`, which the history keeps too: after a
 * lost response, every step still sends the same order. Call `settle` after a success; going back then begins another
 * order.
 */
export function useProgress<Progress extends { step: string }>(first: Progress) {
  const { state } = useLocation() as { state: (Partial<Progress> & { attempt?: string }) | null };
  const navigate = useNavigate();
  const [fresh, setFresh] = useState(newAttempt);
  const kept = state?.attempt;
  const attempt = kept === undefined || sessionStorage.getItem(PLACED + kept) !== null ? fresh : kept;

  const goTo = useCallback(
    (next: Progress, { replace = false }: { replace?: boolean } = {}) =>
      void navigate(
        { search: window.location.search },
        { state: { ...next, attempt }, replace, preventScrollReset: true },
      ),
    [navigate, attempt],
  );
  const headersFor = useCallback((body: unknown) => keyFor(attempt, body), [attempt]);
  const settle = useCallback(() => {
    sessionStorage.setItem(PLACED + attempt, '');
    setFresh(newAttempt());
  }, [attempt]);

  return { progress: state?.step === undefined ? first : (state as Progress), goTo, headersFor, settle };
}
