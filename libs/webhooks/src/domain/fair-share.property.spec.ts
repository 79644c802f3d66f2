import * as fc from 'fast-check';
import { shareSlots, type LaneLoad } from './fair-share';

const lanes = fc
  .array(fc.record({ running: fc.nat(40), waited: fc.nat(1_000) }), { maxLength: 120 })
  .map((loads) =>
    loads.map(({ running, waited }, index) => ({ lane: String(index), running, dueSince: new Date(waited) })),
  );
const free = fc.integer({ min: 0, max: 128 });
const laneLimit = fc.integer({ min: 1, max: 64 });

const total = (shares: { slots: number }[]) => shares.reduce((sum, { slots }) => sum + slots, 0);
const runningIn = (all: LaneLoad[], lane: string) => all.find((load) => load.lane === lane)?.running ?? 0;

describe('shareSlots', () => {
  it('never shares more slots than are free', () => {
    fc.assert(fc.property(free, lanes, laneLimit, (f, l, m) => total(shareSlots(f, l, m)) <= f));
  });

  it('never lets a lane exceed its limit', () => {
    fc.assert(
      fc.property(free, lanes, laneLimit, (f, l, m) =>
        shareSlots(f, l, m).every(({ lane, slots }) => slots >= 1 && runningIn(l, lane) + slots <= m),
      ),
    );
  });

  it('serves idle lanes as long as slots are free', () => {
    fc.assert(
      fc.property(free, lanes, laneLimit, (f, l, m) => {
        const idle = l.filter(({ running }) => running === 0).length;
        return shareSlots(f, l, m).filter(({ lane }) => runningIn(l, lane) === 0).length >= Math.min(f, idle);
      }),
    );
  });

  it('brings all served lanes to one level, and skips a lane below it only when the slots are used up', () => {
    fc.assert(
      fc.property(free, lanes, laneLimit, (f, l, m) => {
        const shares = shareSlots(f, l, m);
        const levels = new Set(shares.map(({ lane, slots }) => runningIn(l, lane) + slots));
        const [level = 0] = levels;
        const skipped = l.filter(
          ({ lane, running }) => running < level && !shares.some((share) => share.lane === lane),
        );
        return levels.size <= 1 && (skipped.length === 0 || total(shares) === f);
      }),
    );
  });
});
