import { setTimeout as pause } from 'node:timers/promises';

const CHECK_EVERY_MS = 20;

/** Resolves with the first result of `check` that is neither false nor undefined. Rejects with `what` after the deadline. */
export async function until<T>(
  what: string,
  check: () => Promise<T | false | undefined> | T | false | undefined,
  withinMs = 15_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const result = await check();
    if (result !== undefined && result !== false) return result;
    if (performance.now() > deadline) throw new Error(`not true within ${withinMs} ms: ${what}`);
    await pause(CHECK_EVERY_MS);
  }
}
