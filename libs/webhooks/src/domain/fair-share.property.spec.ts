import * as fc from 'fast-check';
import {
  shareSlots,
  PACES,
  reservedSlots,
  type DueReceiver,
  type ReceiverShare,
  type RunningDelivery,
} from './fair-share';

const RECEIVER_LIMIT = 32;

/** Receivers of a few accounts, each with a pace, a backlog that has waited, and deliveries that are being sent. */
const scene = fc
  .record({
    receivers: fc.array(
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
  .map(({ receivers, free }) => {
    const due = receivers.map(({ account, waited }, index): DueReceiver => ({
      receiver: String(index),
      accountId: String(account),
      dueSince: new Date(waited),
    }));
    const running = receivers.flatMap(({ account, running: count }, index): RunningDelivery[] =>
      Array.from({ length: count }, () => ({ receiver: String(index), accountId: String(account) })),
    );
    const paceOf = (receiver: string) => receivers[Number(receiver)]?.pace ?? 'new';
    const slots = { total: free + running.length, free };
    return { due, running, paceOf, slots, shares: shareSlots(slots, due, running, paceOf) };
  });

const total = (shares: readonly ReceiverShare[]) => shares.reduce((sum, { slots }) => sum + slots, 0);

describe('shareSlots', () => {
  it('never shares out more slots than are free', () => {
    fc.assert(fc.property(scene, ({ slots, shares }) => total(shares) <= slots.free));
  });

  it('gives each receiver at least one slot, and none twice', () => {
    fc.assert(
      fc.property(
        scene,
        ({ shares }) =>
          shares.every(({ slots }) => slots >= 1) &&
          new Set(shares.map(({ receiver }) => receiver)).size === shares.length,
      ),
    );
  });

  it('never lets a receiver exceed its limit', () => {
    fc.assert(
      fc.property(scene, ({ running, paceOf, shares }) =>
        shares.every(({ receiver, slots }) => {
          const before = running.filter((delivery) => delivery.receiver === receiver).length;
          return before + slots <= (paceOf(receiver) === 'new' ? 1 : RECEIVER_LIMIT);
        }),
      ),
    );
  });

  it('never lets slower receivers take the reserve of faster ones', () => {
    fc.assert(
      fc.property(scene, ({ slots, paceOf, shares }) =>
        PACES.every((pace, index) => {
          const upTo = shares.filter(({ receiver }) => PACES.indexOf(paceOf(receiver)) <= index);
          const own = shares.some(({ receiver }) => paceOf(receiver) === pace);
          return !own || slots.free - total(upTo) >= reservedSlots(slots.total, pace);
        }),
      ),
    );
  });

  it('serves a fast receiver of each idle account as long as slots are free', () => {
    fc.assert(
      fc.property(scene, ({ due, running, paceOf, slots, shares }) => {
        const busy = new Set(
          running.filter(({ receiver }) => paceOf(receiver) !== 'silent').map(({ accountId }) => accountId),
        );
        const fast = due.filter(({ receiver, accountId }) => paceOf(receiver) === 'fast' && !busy.has(accountId));
        const idle = new Set(fast.map(({ accountId }) => accountId));
        const served = new Set(
          fast
            .filter(({ receiver }) => shares.some((share) => share.receiver === receiver))
            .map(({ accountId }) => accountId),
        );
        return served.size >= Math.min(slots.free, idle.size);
      }),
    );
  });
});
