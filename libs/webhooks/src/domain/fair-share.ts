/** A lane is what shares are dealt to: an endpoint, or all per-link addresses of one account together. */
export interface DueLane {
  lane: string;
  /** Since when its oldest delivery has been due. */
  dueSince: Date;
}

export interface LaneLoad extends DueLane {
  /** Deliveries of this lane under way. */
  running: number;
}

export interface LaneShare {
  lane: string;
  /** Deliveries that may start now; at least one. */
  room: number;
}

/**
 * Deals free slots to lanes. No lane may run more than the level, the largest number at which as many slots as the level
 * stay free after everyone has been served up to it: a single busy lane gets half of the slots, seven get an eighth each,
 * and whoever comes next finds its share free however slow the others are. With more lanes than slots nothing can stay
 * free: one each then, to the idle lanes that have waited longest.
 */
export function dealShares(free: number, lanes: readonly LaneLoad[], mostPerLane: number): LaneShare[] {
  const level = waterLevel(free, lanes, mostPerLane);
  if (level === 0) {
    return lanes
      .filter(({ running }) => running === 0)
      .sort((a, b) => a.dueSince.getTime() - b.dueSince.getTime())
      .slice(0, Math.max(free, 0))
      .map(({ lane }) => ({ lane, room: 1 }));
  }
  return lanes.flatMap(({ lane, running }) => (running < level ? [{ lane, room: level - running }] : []));
}

function waterLevel(free: number, lanes: readonly LaneLoad[], most: number): number {
  const needed = (level: number) => lanes.reduce((sum, { running }) => sum + Math.max(0, level - running), level);
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (needed(middle) <= free) low = middle;
    else high = middle - 1;
  }
  return low;
}
