import * as fc from 'fast-check';
import { shareSlots, PACES, reservedSlots, type DueLane, type LaneShare, type RunningDelivery } from './fair-share';

const LANE_LIMIT = 32;

/** Lanes of a few accounts, each with a pace, a backlog that has waited, and deliveries that are being sent. */
const scene = fc
  .record({
    lanes: fc.array(
      fc.record({
        account: fc.nat(30),
        pace: fc.constantFrom(...PACES),
        running: fc.nat(20),
        waited: fc.nat(1_000),
      }),
      { maxLength: 80 },
    ),
    free: fc.integer({ min: 0, max: 256 }),
  })
  .map(({ lanes, free }) => {
    const due = lanes.map(({ account, waited }, index): DueLane => ({
      lane: String(index),
      accountId: String(account),
      dueSince: new Date(waited),
    }));
    const running = lanes.flatMap(({ account, running: count }, index): RunningDelivery[] =>
      Array.from({ length: count }, () => ({ lane: String(index), accountId: String(account) })),
    );
    const paceOf = (lane: string) => lanes[Number(lane)]?.pace ?? 'new';
    const slots = { total: free + running.length, free };
    return { due, running, paceOf, slots, shares: shareSlots(slots, due, running, paceOf) };
  });

const total = (shares: readonly LaneShare[]) => shares.reduce((sum, { slots }) => sum + slots, 0);

describe('shareSlots', () => {
  it('never shares out more slots than are free', () => {
    fc.assert(fc.property(scene, ({ slots, shares }) => total(shares) <= slots.free));
  });

  it('gives each lane at least one slot, and none twice', () => {
    fc.assert(
      fc.property(
        scene,
        ({ shares }) =>
          shares.every(({ slots }) => slots >= 1) && new Set(shares.map(({ lane }) => lane)).size === shares.length,
      ),
    );
  });

  it('never lets a lane exceed its limit', () => {
    fc.assert(
      fc.property(scene, ({ running, paceOf, shares }) =>
        shares.every(({ lane, slots }) => {
          const before = running.filter((delivery) => delivery.lane === lane).length;
          return before + slots <= (paceOf(lane) === 'new' ? 1 : LANE_LIMIT);
        }),
      ),
    );
  });

  it('never lets slower lanes take the reserve of faster ones', () => {
    fc.assert(
      fc.property(scene, ({ slots, paceOf, shares }) =>
        PACES.every((pace, index) => {
          const upTo = shares.filter(({ lane }) => PACES.indexOf(paceOf(lane)) <= index);
          const own = shares.some(({ lane }) => paceOf(lane) === pace);
          return !own || slots.free - total(upTo) >= reservedSlots(slots.total, pace);
        }),
      ),
    );
  });

  it('serves a fast lane of each idle account as long as slots are free', () => {
    fc.assert(
      fc.property(scene, ({ due, running, paceOf, slots, shares }) => {
        const busy = new Set(running.filter(({ lane }) => paceOf(lane) !== 'silent').map(({ accountId }) => accountId));
        const fast = due.filter(({ lane, accountId }) => paceOf(lane) === 'fast' && !busy.has(accountId));
        const idle = new Set(fast.map(({ accountId }) => accountId));
        const served = new Set(
          fast.filter(({ lane }) => shares.some((share) => share.lane === lane)).map(({ accountId }) => accountId),
        );
        return served.size >= Math.min(slots.free, idle.size);
      }),
    );
  });
});
