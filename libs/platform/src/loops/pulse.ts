import type { Metrics } from '../ops-server/metrics';
import type { ReadinessCheck } from '../ops-server/ops-server';

/** How long after a turn was due its loop counts as stuck. */
const OVERDUE_MS = 10_000;

/**
 * When a loop turned last, and when its next turn is due. A loop that has not started, or was stopped, has none due.
 */
export class Pulse {
  /** The start of the loop, until its first turn has ended without an error. */
  private turnedAt: number | undefined;
  private dueAt: number | undefined;

  constructor(
    /** The loop's name in logs and metrics. */
    readonly loop: string,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** A turn begins now, or is due after a pause. */
  expectTurn(inMs = 0): void {
    this.turnedAt ??= this.now();
    this.dueAt = this.now() + inMs;
  }

  /** A turn ended without an error. */
  recordTurn(): void {
    this.turnedAt = this.now();
  }

  /** No turn is due any more. */
  recordStop(): void {
    this.dueAt = undefined;
    this.turnedAt = undefined;
  }

  /** How long the next turn is overdue, or the running one has taken. */
  overdueMs(): number {
    return this.dueAt === undefined ? 0 : Math.max(0, this.now() - this.dueAt);
  }

  /**
   * Time since the last turn that ended without an error, or since the start; undefined for a loop that is not started.
   */
  ageSeconds(): number | undefined {
    return this.turnedAt === undefined ? undefined : (this.now() - this.turnedAt) / 1_000;
  }
}

interface Beating {
  readonly pulse: Pulse;
}

/** Fails while a loop is stuck: its turn does not end, or its next one does not begin. */
export function loopsCheck(loops: readonly Beating[]): ReadinessCheck {
  return async () => {
    const stuck = loops.filter(({ pulse }) => pulse.overdueMs() > OVERDUE_MS).map(({ pulse }) => pulse.loop);
    if (stuck.length > 0) throw new Error(`stuck: ${stuck.join()}`);
  };
}

/** Shows for each loop how long ago it last turned without an error. A loop that never did is as old as its start. */
export function showLoopAges(loops: readonly Beating[], metrics: Metrics): void {
  const help = 'Time since the last turn without an error, or since the start of the loop';
  metrics.gaugeByLabel('loop_last_turn_age_seconds', help, 'loop', () => {
    const ages = loops.map(({ pulse }) => [pulse.loop, pulse.ageSeconds()] as const);
    return new Map(ages.filter((one): one is readonly [string, number] => one[1] !== undefined));
  });
}
