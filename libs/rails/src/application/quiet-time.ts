import type { Lease } from './hand-over';

/**
 * A provider may book a submission long after the call that sent it timed out, and reports the order as unknown until then.
 * That report counts only after this time without a call.
 */
export const QUIET_MS = 900_000;

/** Why staff cannot fail an order yet that its provider does not know. `lease` keeps workers from calling meanwhile. */
export function tooSoon(lease: Lease): string {
  return `its provider does not know it, but may still book the last submission; try again within 10 minutes after ${lease.toISOString()}`;
}
