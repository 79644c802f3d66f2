import { shareSlots, reservedSlots, type DueReceiver, type Pace, type RunningDelivery } from './fair-share';

const TOTAL = 64;

/** A receiver of an account of its own, unless its name says whose it is: `account/receiver`. */
const accountOf = (receiver: string) => receiver.split('/')[0] ?? receiver;
const due = (receiver: string, dueSince = 0): DueReceiver => ({
  receiver,
  accountId: accountOf(receiver),
  dueSince: new Date(dueSince),
});
const sending = (receiver: string, count = 1): RunningDelivery[] =>
  Array.from({ length: count }, () => ({ receiver, accountId: accountOf(receiver) }));

function shares(
  receivers: (string | DueReceiver)[],
  running: RunningDelivery[] = [],
  { total = TOTAL, pace = {} }: { total?: number; pace?: Record<string, Pace> } = {},
): Record<string, number> {
  const given = receivers.map((receiver) => (typeof receiver === 'string' ? due(receiver) : receiver));
  const slots = { total, free: total - running.length };
  const dealt = shareSlots(slots, given, running, (receiver) => pace[receiver] ?? 'fast');
  return Object.fromEntries(dealt.map(({ receiver, slots: count }) => [receiver, count]));
}

const sum = (dealt: Record<string, number>) => Object.values(dealt).reduce((total, slots) => total + slots, 0);
const receiversOf = (account: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${account}/${index}`);

describe('shareSlots', () => {
  it('gives a single account half of the slots, so that the next one finds as many', () => {
    expect(sum(shares(receiversOf('a', 50)))).toBe(TOTAL / 2);
  });

  it('gives a single receiver half of what its account gets', () => {
    expect(shares(['a'])).toEqual({ a: TOTAL / 4 });
  });

  it('gives no receiver more than 32 slots', () => {
    expect(shares(['a'], [], { total: 1_000 })).toEqual({ a: 32 });
  });

  it('gives nothing more to an account that has half of the slots', () => {
    expect(shares(receiversOf('a', 50), sending('a/x', TOTAL / 2))).toEqual({});
  });

  it('gives an account with many receivers no more than an account with one', () => {
    const dealt = shares([...receiversOf('a', 50), 'b/1', 'b/2', 'b/3']);
    const ofAccount = (account: string) =>
      sum(Object.fromEntries(Object.entries(dealt).filter(([receiver]) => accountOf(receiver) === account)));
    expect([ofAccount('a'), ofAccount('b')]).toEqual([21, 15]);
  });

  it('serves a new account at once while another one uses half of the slots', () => {
    expect(shares(['new'], sending('hot/1', TOTAL / 2))).toEqual({ new: 8 });
  });

  it('serves a quiet receiver at once while another receiver of its account is busy', () => {
    expect(shares(['a/hot', 'a/quiet'], sending('a/hot', TOTAL / 4))).toEqual({ 'a/quiet': 8 });
  });

  it('serves the idle accounts that have waited longest when there are more of them than slots', () => {
    const receivers = [due('late', 30), due('first', 10), due('busy', 5), due('second', 20)];
    expect(shares(receivers, sending('busy', 2), { total: 4 })).toEqual({ first: 1, second: 1 });
  });

  it('gives nothing when no slot is free', () => {
    expect(shares(['a'], sending('b', TOTAL))).toEqual({});
  });

  it('gives nothing when nothing is due', () => {
    expect(shares([])).toEqual({});
  });

  it.each(['new', 'slow', 'silent'] as const)('keeps the reserve free when many %s receivers are due', (pace) => {
    const receivers = Array.from({ length: 200 }, (_, index) => String(index));
    const paces = Object.fromEntries(receivers.map((receiver) => [receiver, pace]));
    expect(sum(shares(receivers, [], { pace: paces }))).toBe(TOTAL - reservedSlots(TOTAL, pace));
  });

  it('uses the reserve for fast receivers', () => {
    const taken = TOTAL - reservedSlots(TOTAL, 'slow');
    const running = Array.from({ length: taken }, (_, index) => sending(`slow${index}`)).flat();
    expect(sum(shares(receiversOf('fast', 10), running))).toBeGreaterThan(0);
  });

  it('tries an unknown receiver with one delivery at a time', () => {
    expect(shares(['a'], [], { pace: { a: 'new' } })).toEqual({ a: 1 });
    expect(shares(['a'], sending('a'), { pace: { a: 'new' } })).toEqual({});
  });

  it('lets the queue of a silent receiver use idle slots, and keeps the reserve for faster ones (rule 13.16)', () => {
    expect(shares(['a'], [], { total: 512, pace: { a: 'silent' } })).toEqual({ a: 32 });
    const taken = Array.from({ length: 128 }, (_, index) => sending(`silent${index}`)).flat();
    expect(shares(['a'], taken, { total: 512, pace: { a: 'silent' } })).toEqual({});
    expect(sum(shares(receiversOf('fast', 10), taken, { total: 512 }))).toBeGreaterThan(100);
  });

  it("does not count an account's silent receivers against its other receivers", () => {
    const running = receiversOf('a', 8).flatMap((receiver) => sending(receiver));
    const pace = Object.fromEntries(receiversOf('a', 8).map((receiver) => [receiver, 'silent' as const]));
    const others = Array.from({ length: 60 }, (_, index) => `b${index}`);
    expect(shares([...others, due('a/good', -1)], running, { pace })).toHaveProperty(['a/good'], 1);
  });
});
