import { useSyncExternalStore } from 'react';

let signedOut = false;
const listeners = new Set<() => void>();

/** Called when an answer says that the session is over. */
export function noticeSignedOut(): void {
  change(true);
}

/** Whether the session ended while a page was open, and `settle` for when the user has signed in again. */
export function useSignedOut() {
  const value = useSyncExternalStore(subscribe, () => signedOut);
  return { signedOut: value, settle: () => change(false) };
}

function change(value: boolean): void {
  signedOut = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
