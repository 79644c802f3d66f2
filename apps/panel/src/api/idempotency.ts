import { useCallback, useState } from 'react';

/**
 * The `Idempotency-Key` header of a request: always the same for the same attempt and body, so that nothing has to be
 * remembered to send it again, and another one for another attempt or body.
 */
export async function keyFor(attempt: string, body: unknown): Promise<Record<string, string>> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify([attempt, body])));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { 'Idempotency-Key': hex };
}

/**
 * The `Idempotency-Key` header for a form's submissions: the same for the same body until one succeeds, so that a double
 * click or a retry after a lost answer creates one thing; another for a changed body. Call `settle` after a success.
 */
export function useIdempotencyKey() {
  const [attempt, setAttempt] = useState(() => crypto.randomUUID());
  const headersFor = useCallback((body: unknown) => keyFor(attempt, body), [attempt]);
  const settle = useCallback(() => setAttempt(crypto.randomUUID()), []);
  return { headersFor, settle };
}
