/** Initiations in an hour that a person may make, and that an account may make. Rule 12.19. */
export const MAX_PER_PERSON = 20;
export const MAX_PER_ACCOUNT = 60;
export const LIMIT_WINDOW_MS = 60 * 60_000;
/** Wrong codes in a day after which an account cannot initiate transfers. Rule 12.18. */
export const MAX_WRONG_CODES = 50;
export const WRONG_CODES_WINDOW_MS = 24 * 60 * 60_000;

/** A verification that was created. */
export interface Initiation {
  readonly userId: string;
  readonly at: Date;
}

/** Seconds until the person may initiate again; 0 when they may now. `recent` holds the account's initiations. */
export function secondsToWait(recent: readonly Initiation[], userId: string, now: Date): number {
  const own = recent.filter((initiation) => initiation.userId === userId);
  const waitFor = (initiations: readonly Initiation[], limit: number) =>
    secondsUntilFree(
      initiations.map(({ at }) => at),
      limit,
      LIMIT_WINDOW_MS,
      now,
    );
  return Math.max(waitFor(own, MAX_PER_PERSON), waitFor(recent, MAX_PER_ACCOUNT));
}

/** Seconds until wrong codes of the account no longer prevent initiations; 0 when they do not now. */
export function secondsAfterWrongCodes(times: readonly Date[], now: Date): number {
  return secondsUntilFree(times, MAX_WRONG_CODES, WRONG_CODES_WINDOW_MS, now);
}

/** The limit is free again when the last event that fills it is as old as the window is long. */
function secondsUntilFree(events: readonly Date[], limit: number, windowMs: number, now: Date): number {
  const times = events.map((at) => at.getTime()).sort((a, b) => b - a);
  const filling = times[limit - 1];
  if (filling === undefined) return 0;
  return wholeSeconds(Math.max(0, filling + windowMs - now.getTime()));
}

/** Rounded up, so that a call after them is late enough. */
function wholeSeconds(ms: number): number {
  const rest = ms % 1_000;
  return (rest === 0 ? ms : ms - rest + 1_000) / 1_000;
}
