import { tlsProblemOf } from '../database/connection-problem';
import type { Log } from '../logging/log';

/**
 * How long work that runs may take to end; what still runs then is cut off, and the leases of its work expire. Longer
 * than any request or delivery, and less than the 26 s after which the launcher kills the process, so that the process
 * itself logs what was cut off.
 */
const STOP_WITHIN_MS = 25_000;

/** What stops in two steps, so that a load balancer sends nothing more before the port closes. */
export interface Stoppable {
  /** From now on the process reports that it is not ready, and still serves. */
  drain(): void;
  /** Takes nothing more, finishes what runs, and closes. */
  stop(): Promise<void>;
}

export interface StopOptions {
  /** How long the process serves after the signal, for load balancers to notice; 0 for one without clients. */
  graceMs?: number;
  withinMs?: number;
}

/**
 * Stops the service once, on SIGTERM, SIGINT, or when the launcher that started this process is gone (its IPC channel
 * closes even when it was killed), then exits: 0, or 1 when stopping failed or took too long. A second signal ends the
 * grace at once.
 */
export function stopOnSignal(
  log: Log,
  service: Stoppable,
  { graceMs = 0, withinMs = STOP_WITHIN_MS }: StopOptions = {},
): void {
  let grace: NodeJS.Timeout | undefined;
  let stopping = false;
  // Written before the exit, which would try forever to write to a launcher that no longer reads.
  const exit = (code: number): void => void log.flush().then(() => process.exit(code));
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    clearTimeout(grace);
    setTimeout(() => {
      log.error({}, 'stopping took too long');
      exit(1);
    }, withinMs).unref();
    service.stop().then(
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
  const begin = (reason: string): void => {
    if (grace) return stop();
    log.info({ reason }, 'stopping');
    service.drain();
    grace = setTimeout(stop, graceMs);
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
