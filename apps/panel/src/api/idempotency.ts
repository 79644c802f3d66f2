import { useCallback, useRef } from 'react';

/**
 * The `Idempotency-Key` header for a form's submissions: the same for the same body until one succeeds, so that a double
 * click or a retry after a lost answer creates one thing; another for a changed body. Call `settle` after a success.
 */
export function useIdempotencyKey() {
  const current = useRef<{ body: string; key: string } | undefined>(undefined);

  const headersFor = useCallback((body: unknown) => {
    const text = JSON.stringify(body);
    if (current.current?.body !== text) current.current = { body: text, key: crypto.randomUUID() };
    return { 'Idempotency-Key': current.current.key };
  }, []);
  const settle = useCallback(() => {
    current.current = undefined;
  }, []);

  return { headersFor, settle };
}
