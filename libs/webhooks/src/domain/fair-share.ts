/** A lane gets a share of the slots: an endpoint, or all per-link addresses of one account together. */
export interface DueLane {
  lane: string;
  /** When its oldest due delivery became due. */
  dueSince: Date;
}

export interface LaneLoad extends DueLane {
  /** Deliveries of this lane that are being sent. */
  running: number;
}

export interface LaneShare {
  lane: string;
  /** Deliveries that may start now; at least one. */
  slots: number;
}

/**
 * Shares out free slots. No lane may have more deliveries running than the level: the largest number that every lane can
 * reach while as many slots as the level itself stay free. A single busy lane gets half of the slots, seven lanes an eighth
 * each, and the next lane finds its share free however slow the others are. With more lanes than slots no slot can stay
 * free: then the idle lanes that have waited longest get one each.
 */
export function shareSlots(free: number, lanes: readonly LaneLoad[], laneLimit: number): LaneShare[] {
  const level = levelOf(free, lanes, laneLimit);
  if (level === 0) {
    return lanes
      .filter(({ running }) => running === 0)
      .sort((a, b) => a.dueSince.getTime() - b.dueSince.getTime())
      .slice(0, Math.max(free, 0))
      .map(({ lane }) => ({ lane, slots: 1 }));
  }
  return lanes.flatMap(({ lane, running }) => (running < level ? [{ lane, slots: level - running }] : []));
}

function levelOf(free: number, lanes: readonly LaneLoad[], laneLimit: number): number {
  const needed = (level: number) => lanes.reduce((sum, { running }) => sum + Math.max(0, level - running), level);
  let [low, high] = [0, laneLimit];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (needed(middle) <= free) low = middle;
    else high = middle - 1;
  }
  return low;
}
