import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** Resolves with the first result of `look` that is neither false nor undefined. Rejects with `what` after the deadline. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | undefined> | T | false | undefined,
  withinMs = 15_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error(`not true within ${withinMs} ms: ${what}`);
    await pause(LOOK_EVERY_MS);
  }
}
