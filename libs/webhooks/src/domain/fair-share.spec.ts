import { dealShares, type LaneLoad } from './fair-share';

const lane = (name: string, running = 0, dueSince = 0): LaneLoad => ({
  lane: name,
  running,
  dueSince: new Date(dueSince),
});
const dealt = (free: number, lanes: LaneLoad[], most = 1_000) =>
  Object.fromEntries(dealShares(free, lanes, most).map(({ lane: name, room }) => [name, room]));

describe('dealShares', () => {
  it('gives a single lane half of the slots, so that the next one finds as many', () => {
    expect(dealt(64, [lane('hot')])).toEqual({ hot: 32 });
  });

  it('gives the single lane nothing more once it has its half', () => {
    expect(dealt(32, [lane('hot', 32)])).toEqual({});
  });

  it('serves a newcomer at once beside a lane that took its half', () => {
    expect(dealt(32, [lane('hot', 32), lane('new')])).toEqual({ new: 16 });
  });

  it('shares evenly among equals and keeps one share free', () => {
    expect(
      dealt(
        64,
        'abcdefg'.split('').map((name) => lane(name)),
      ),
    ).toEqual(Object.fromEntries('abcdefg'.split('').map((name) => [name, 8])));
  });

  it('tops lanes up to the same level', () => {
    expect(dealt(30, [lane('a', 8), lane('b', 2)])).toEqual({ a: 5, b: 11 });
  });

  it('holds every lane to the most', () => {
    expect(dealt(64, [lane('hot')], 8)).toEqual({ hot: 8 });
  });

  it('serves, of more lanes than slots, the idle ones that have waited longest', () => {
    expect(dealt(2, [lane('late', 0, 30), lane('first', 0, 10), lane('busy', 1, 5), lane('second', 0, 20)])).toEqual({
      first: 1,
      second: 1,
    });
  });

  it('deals nothing when nothing is free', () => {
    expect(dealt(0, [lane('a')])).toEqual({});
  });

  it('deals nothing to nobody', () => {
    expect(dealt(64, [])).toEqual({});
  });
});
