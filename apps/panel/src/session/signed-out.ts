import { useSyncExternalStore } from 'react';

let signedOut = false;
const listeners = new Set<() => void>();

/** Called when a response says that the session has ended. */
export function noticeSignedOut(): void {
  change(true);
}

/** Called when the user has signed in, for the first time or again. */
export function noticeSignedIn(): void {
  change(false);
}

/** Whether the session ended while a page was open. */
export function useSignedOut(): boolean {
  return useSyncExternalStore(subscribe, () => signedOut);
}

function change(value: boolean): void {
  signedOut = value;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
