import { shareSlots, type LaneLoad } from './fair-share';

const lane = (name: string, running = 0, dueSince = 0): LaneLoad => ({
  lane: name,
  running,
  dueSince: new Date(dueSince),
});
const shares = (free: number, lanes: LaneLoad[], most = 1_000) =>
  Object.fromEntries(shareSlots(free, lanes, most).map(({ lane: name, slots }) => [name, slots]));

describe('shareSlots', () => {
  it('gives a single lane half of the slots, so that the next one finds as many', () => {
    expect(shares(64, [lane('hot')])).toEqual({ hot: 32 });
  });

  it('gives a single lane no more than half of the slots', () => {
    expect(shares(32, [lane('hot', 32)])).toEqual({});
  });

  it('serves a new lane at once while another one uses half of the slots', () => {
    expect(shares(32, [lane('hot', 32), lane('new')])).toEqual({ new: 16 });
  });

  it('shares evenly and keeps one share free', () => {
    expect(
      shares(
        64,
        'abcdefg'.split('').map((name) => lane(name)),
      ),
    ).toEqual(Object.fromEntries('abcdefg'.split('').map((name) => [name, 8])));
  });

  it('tops lanes up to the same level', () => {
    expect(shares(30, [lane('a', 8), lane('b', 2)])).toEqual({ a: 5, b: 11 });
  });

  it('gives no lane more than the limit', () => {
    expect(shares(64, [lane('hot')], 8)).toEqual({ hot: 8 });
  });

  it('serves the idle lanes that have waited longest when there are more lanes than slots', () => {
    expect(shares(2, [lane('late', 0, 30), lane('first', 0, 10), lane('busy', 1, 5), lane('second', 0, 20)])).toEqual({
      first: 1,
      second: 1,
    });
  });

  it('shares nothing when no slot is free', () => {
    expect(shares(0, [lane('a')])).toEqual({});
  });

  it('shares nothing when there are no lanes', () => {
    expect(shares(64, [])).toEqual({});
  });
});
