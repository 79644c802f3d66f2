import type { Clock } from '@app/kernel';
import type { DueLane, LaneShare } from '../domain/fair-share';
import type { Claim, DeliveryQueue } from './ports';

/** Of the time, at most this part is spent on looking for due lanes: the effort grows with their number. */
const LOOKING = 0.1;
/** A lane that becomes due while others are busy is seen no later than this. */
const LOOK_AGAIN_MS = 100;

/** The lanes with due deliveries, as of a moment ago: those that a claim exhausted are left out. */
export class DueLanes {
  private lanes = new Map<string, DueLane>();
  private lookAt = -Infinity;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly clock: Clock,
  ) {}

  /** Looks into the queue unless it just did. Reports whether it looked. */
  async list(): Promise<{ lanes: DueLane[]; looked: boolean }> {
    const startedAt = this.clock.monotonicMs();
    const looked = this.lanes.size === 0 || startedAt >= this.lookAt;
    if (looked) {
      this.lanes = new Map((await this.queue.dueLanes()).map((lane) => [lane.lane, lane]));
      const endedAt = this.clock.monotonicMs();
      this.lookAt = endedAt + Math.min((endedAt - startedAt) / LOOKING, LOOK_AGAIN_MS);
    }
    return { lanes: [...this.lanes.values()], looked };
  }

  /** A lane with fewer deliveries than its share has no more that are due. */
  claimed(shares: readonly LaneShare[], { claimed, exhausted }: Claim): void {
    // It is not known whose the exhausted deliveries were.
    if (exhausted.length > 0) this.lookAt = -Infinity;
    const counts = new Map<string, number>();
    for (const { lane } of claimed) counts.set(lane, (counts.get(lane) ?? 0) + 1);
    for (const { lane, slots } of shares) if ((counts.get(lane) ?? 0) < slots) this.lanes.delete(lane);
  }
}
