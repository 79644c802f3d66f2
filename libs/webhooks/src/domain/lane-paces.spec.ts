import { LanePaces, SLOW_MS } from './lane-paces';

const TIMEOUT_MS = 10_000;

describe('LanePaces', () => {
  let paces: LanePaces;
  beforeEach(() => {
    paces = new LanePaces();
  });

  const at = (ms: number) => new Date(ms);
  const answered = (ms: number, lane = 'a') => paces.ended(lane, at(0), at(ms), true);
  const timesOut = (lane = 'a') => paces.ended(lane, at(0), at(TIMEOUT_MS), false);

  it('knows nothing of a lane at first', () => {
    expect(paces.paceOf('a')).toBe('new');
  });

  it('calls a lane fast that answers within a second', () => {
    answered(SLOW_MS - 1);
    expect(paces.paceOf('a')).toBe('fast');
  });

  it('calls a lane fast whose connections are refused at once: it holds no slot', () => {
    paces.ended('a', at(0), at(1), false);
    expect(paces.paceOf('a')).toBe('fast');
  });

  it('calls a lane slow that answers later', () => {
    answered(SLOW_MS);
    expect(paces.paceOf('a')).toBe('slow');
  });

  it('never calls a lane silent that answers, however slowly', () => {
    for (let count = 0; count < 5; count++) answered(9_000);
    expect(paces.paceOf('a')).toBe('slow');
  });

  it('calls a lane slow after one time-out, and silent after two', () => {
    timesOut();
    expect(paces.paceOf('a')).toBe('slow');
    timesOut();
    expect(paces.paceOf('a')).toBe('silent');
  });

  it('calls a silent lane fast again after one quick answer', () => {
    timesOut();
    timesOut();
    answered(5);
    expect(paces.paceOf('a')).toBe('fast');
  });

  it('knows each lane by itself', () => {
    timesOut('a');
    expect(paces.paceOf('b')).toBe('new');
  });

  it('calls a lane slow that used to answer and has not for a second', () => {
    answered(5);
    paces.underWay('a', at(10), at(10 + SLOW_MS));
    expect(paces.paceOf('a')).toBe('slow');
  });

  it('calls a lane silent that has never answered and does not for a second', () => {
    paces.underWay('a', at(0), at(SLOW_MS));
    expect(paces.paceOf('a')).toBe('silent');
  });

  it('calls such a lane slow when it answers after all', () => {
    paces.underWay('a', at(0), at(SLOW_MS));
    answered(2_000);
    expect(paces.paceOf('a')).toBe('slow');
  });

  it('does not judge an attempt that has just begun', () => {
    paces.underWay('a', at(0), at(SLOW_MS - 1));
    expect(paces.paceOf('a')).toBe('new');
  });

  it('keeps a lane fast that answers others while one attempt hangs', () => {
    paces.ended('a', at(2_000), at(2_005), true);
    paces.underWay('a', at(1_000), at(9_000));
    expect(paces.paceOf('a')).toBe('fast');
  });

  it('keeps a silent lane silent while another attempt is under way', () => {
    timesOut();
    timesOut();
    paces.underWay('a', at(20_000), at(20_000 + SLOW_MS));
    expect(paces.paceOf('a')).toBe('silent');
  });

  it('forgets the lane that changed least recently when there are too many', () => {
    answered(5, 'first');
    answered(5, 'second');
    for (let lane = 0; lane < 9_998; lane++) answered(5, String(lane));
    answered(5, 'first');
    answered(5, 'last');
    expect(['first', 'second', 'last'].map((lane) => paces.paceOf(lane))).toEqual(['fast', 'new', 'fast']);
  });
});
