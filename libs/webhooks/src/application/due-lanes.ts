import type { Clock } from '@app/kernel';
import type { DueLane, LaneShare } from '../domain/fair-share';
import type { Claim, DeliveryQueue } from './ports';

/** The largest share of time that is spent looking for due lanes; the cost grows with their number. */
const LOOK_SHARE = 0.1;
/** A lane that becomes due while others are busy is seen no later than this. */
const LOOK_AGAIN_MS = 100;

/** The lanes with due deliveries, as of a moment ago: those that a claim exhausted are left out. */
export class DueLanes {
  private lanes = new Map<string, DueLane>();
  private lookAt = -Infinity;
  private looking: Promise<void> | undefined;
  private failure: { error: unknown } | undefined;
  private last = { atMs: -Infinity, oldestDueMs: undefined as number | undefined };

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
  ) {}

  /** When the queue was last looked at, by the monotonic clock, and since when its oldest delivery was due then. */
  get lastLook(): Readonly<typeof this.last> {
    return this.last;
  }

  /** What is known now. Starts a look into the queue, unless one has just ended. */
  known(): DueLane[] {
    if (this.lanes.size === 0 || this.clock.monotonicMs() >= this.lookAt) this.startLook();
    return [...this.lanes.values()];
  }

  /** What is known when the look under way has ended. Throws if this or an earlier look failed. */
  async afterLook(): Promise<DueLane[]> {
    await this.looking;
    const { failure } = this;
    this.failure = undefined;
    if (failure) throw failure.error;
    return [...this.lanes.values()];
  }

  /** A lane with fewer deliveries than its share has no more that are due. */
  claimed(shares: readonly LaneShare[], { claimed, exhausted }: Claim): void {
    // It is not known whose the exhausted deliveries were.
    if (exhausted.length > 0) this.lookAt = -Infinity;
    const counts = new Map<string, number>();
    for (const { lane } of claimed) counts.set(lane, (counts.get(lane) ?? 0) + 1);
    for (const { lane, slots } of shares) if ((counts.get(lane) ?? 0) < slots) this.lanes.delete(lane);
  }

  private startLook(): void {
    this.looking ??= this.look()
      .catch((error: unknown) => {
        this.failure = { error };
      })
      .finally(() => (this.looking = undefined));
  }

  private async look(): Promise<void> {
    const startedAt = this.clock.monotonicMs();
    const due = await this.queue.dueLanes();
    const endedAt = this.clock.monotonicMs();
    this.lanes = new Map(due.map((lane) => [lane.lane, lane]));
    this.lookAt = endedAt + Math.min((endedAt - startedAt) / LOOK_SHARE, LOOK_AGAIN_MS);
    this.last = { atMs: startedAt, oldestDueMs: due.reduce<number | undefined>(earlier, undefined) };
  }
}

function earlier(time: number | undefined, { dueSince }: DueLane): number {
  return Math.min(time ?? Infinity, dueSince.getTime());
}
