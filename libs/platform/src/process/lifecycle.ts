import { tlsProblemOf } from '../database/connection-problem';
import type { Log } from '../logging/log';

/**
 * The longest that a stop takes: what still runs then is cut off, and the leases of its work expire. Less than the 3.5
 * s after which the launcher kills the process, so that the process itself logs what was cut off.
 */
const STOP_WITHIN_MS = 3_300;

/**
 * Runs `stop` once, on SIGTERM, SIGINT, or when the launcher that started this process is gone (its IPC channel
 * closes even when it was killed), then exits: 0, or 1 when stopping failed or took too long.
 */
export function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (reason: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error({}, 'stopping took too long');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    // Written before the exit, which would try forever to write to a launcher that no longer reads.
    const exit = (code: number): void => void log.flush().then(() => process.exit(code));
    stop().then(
      () => {
        log.info({}, 'stopped');
        exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        exit(1);
      },
    );
  };
  process.on('SIGTERM', () => begin('SIGTERM'));
  process.on('SIGINT', () => begin('SIGINT'));
  if (process.send) process.on('disconnect', () => begin('the launcher is gone'));
}

/** Reports to the launcher, if there is one, that the process is ready, and its ports. */
export function announceReady(ports: Readonly<Record<string, number>>): void {
  process.send?.({ type: 'ready', ...ports });
}

/**
 * Ends the process when it cannot start: one line on stderr, exit 1. Only for a fault with a cause that the operator
 * can act on; the stack of anything else is shown.
 */
export function failStart(error: unknown): never {
  const problem = tlsProblemOf(error);
  if (problem) {
    process.stderr.write(`Cannot start: ${problem}\n`);
    process.exit(1);
  }
  const known = error instanceof Error && (error.name === 'ConfigError' || 'code' in error);
  process.stderr.write(known ? `Cannot start: ${error.message}\n` : `Cannot start: ${stackOf(error)}\n`);
  process.exit(1);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
