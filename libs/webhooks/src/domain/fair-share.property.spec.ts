import * as fc from 'fast-check';
import { dealShares, type LaneLoad } from './fair-share';

const lanes = fc
  .array(fc.record({ running: fc.nat(40), waited: fc.nat(1_000) }), { maxLength: 120 })
  .map((loads) =>
    loads.map(({ running, waited }, index) => ({ lane: String(index), running, dueSince: new Date(waited) })),
  );
const free = fc.integer({ min: 0, max: 128 });
const most = fc.integer({ min: 1, max: 64 });

const total = (rooms: { room: number }[]) => rooms.reduce((sum, { room }) => sum + room, 0);
const runningIn = (all: LaneLoad[], lane: string) => all.find((load) => load.lane === lane)?.running ?? 0;

describe('dealShares', () => {
  it('never deals more slots than are free', () => {
    fc.assert(fc.property(free, lanes, most, (f, l, m) => total(dealShares(f, l, m)) <= f));
  });

  it('never lets a lane run more than the most', () => {
    fc.assert(
      fc.property(free, lanes, most, (f, l, m) =>
        dealShares(f, l, m).every(({ lane, room }) => room >= 1 && runningIn(l, lane) + room <= m),
      ),
    );
  });

  it('serves idle lanes whenever a slot is free', () => {
    fc.assert(
      fc.property(free, lanes, most, (f, l, m) => {
        const idle = l.filter(({ running }) => running === 0).length;
        return dealShares(f, l, m).filter(({ lane }) => runningIn(l, lane) === 0).length >= Math.min(f, idle);
      }),
    );
  });

  it('brings all that it serves to one level, and passes nobody below it over unless the slots are used up', () => {
    fc.assert(
      fc.property(free, lanes, most, (f, l, m) => {
        const shares = dealShares(f, l, m);
        const levels = new Set(shares.map(({ lane, room }) => runningIn(l, lane) + room));
        const [level = 0] = levels;
        const passedOver = l.filter(
          ({ lane, running }) => running < level && !shares.some((share) => share.lane === lane),
        );
        return levels.size <= 1 && (passedOver.length === 0 || total(shares) === f);
      }),
    );
  });
});
