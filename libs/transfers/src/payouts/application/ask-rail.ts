import { abortAfter } from '@app/kernel';

/** A rail that takes longer is asked again later. */
const RAIL_DEADLINE_MS = 10_000;

/** Calls a rail. Throws after 10 seconds, also when the adapter ignores the signal. */
export function askRail<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return abortAfter(RAIL_DEADLINE_MS, call, () => {
    throw new Error('the rail did not answer in time');
  });
}
