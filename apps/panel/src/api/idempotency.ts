import { useCallback, useState } from 'react';

/**
 * The `Idempotency-Key` header of a request: the same for the same attempt and body, so that a retry needs no stored key,
 * and another one for another attempt or body.
 */
export function keyFor(attempt: string, body: unknown): Record<string, string> {
  return { 'Idempotency-Key': `${attempt}-${hashOf(JSON.stringify(body))}` };
}

/** A new attempt. Browsers offer `crypto.randomUUID` and `crypto.subtle` over https only; a sandbox may use http. */
export function newAttempt(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

/** FNV-1a with 64 bits. It distinguishes the bodies of one form; the attempt distinguishes forms. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * The `Idempotency-Key` header for a form's submissions: the same for the same body until one succeeds, so that a double
 * click or a retry after a lost response creates one object; another for a changed body. Call `settle` after a success.
 */
export function useIdempotencyKey() {
  const [attempt, setAttempt] = useState(newAttempt);
  const headersFor = useCallback((body: unknown) => keyFor(attempt, body), [attempt]);
  const settle = useCallback(() => setAttempt(newAttempt()), []);
  return { headersFor, settle };
}
