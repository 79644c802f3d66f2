/** Initiations in an hour that a person may make, and that an account may make. Source: contract, Order of checks. */
export const MAX_PER_PERSON = 20;
export const MAX_PER_ACCOUNT = 60;
export const LIMIT_WINDOW_MS = 60 * 60_000;

/** A verification that was created. */
export interface Initiation {
  readonly userId: string;
  readonly at: Date;
}

/** Seconds until the person may initiate again; 0 when they may now. `recent` holds the account's initiations. */
export function secondsToWait(recent: readonly Initiation[], userId: string, now: Date): number {
  const own = recent.filter((initiation) => initiation.userId === userId);
  return Math.max(waitFor(own, MAX_PER_PERSON, now), waitFor(recent, MAX_PER_ACCOUNT, now));
}

/** The limit is free again when the last initiation that fills it is an hour old. */
function waitFor(initiations: readonly Initiation[], limit: number, now: Date): number {
  const times = initiations.map(({ at }) => at.getTime()).sort((a, b) => b - a);
  const filling = times[limit - 1];
  if (filling === undefined) return 0;
  return wholeSeconds(Math.max(0, filling + LIMIT_WINDOW_MS - now.getTime()));
}

/** Rounded up, so that a call after them is late enough. */
function wholeSeconds(ms: number): number {
  const rest = ms % 1_000;
  return (rest === 0 ? ms : ms - rest + 1_000) / 1_000;
}
