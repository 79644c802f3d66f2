import { abortAfter } from '@app/kernel';

/** The deadline of every call to a provider. */
export const PROVIDER_DEADLINE_MS = 10_000;

/**
 * Calls a provider. Throws after 10 seconds, also when the adapter ignores the signal: what the call did is unknown then.
 */
export function askProvider<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return abortAfter(PROVIDER_DEADLINE_MS, call, () => {
    throw new Error('the provider did not respond in time');
  });
}
