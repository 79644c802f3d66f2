import { Paces, SLOW_MS } from './paces';

const TIMEOUT_MS = 10_000;

describe('Paces', () => {
  let paces: Paces;
  beforeEach(() => {
    paces = new Paces();
  });

  const at = (ms: number) => new Date(ms);
  const responded = (ms: number, receiver = 'a') => paces.recordEnd(receiver, at(0), at(ms), true);
  const timesOut = (receiver = 'a') => paces.recordEnd(receiver, at(0), at(TIMEOUT_MS), false);

  it('knows nothing of a receiver at first', () => {
    expect(paces.paceOf('a')).toBe('new');
  });

  it('calls a receiver fast that responds within a second', () => {
    responded(SLOW_MS - 1);
    expect(paces.paceOf('a')).toBe('fast');
  });

  it('calls a receiver fast whose connections are refused at once: it holds no slot', () => {
    paces.recordEnd('a', at(0), at(1), false);
    expect(paces.paceOf('a')).toBe('fast');
  });

  it('calls a receiver slow that responds later', () => {
    responded(SLOW_MS);
    expect(paces.paceOf('a')).toBe('slow');
  });

  it('never calls a receiver silent that responds, however slowly', () => {
    for (let count = 0; count < 5; count++) responded(9_000);
    expect(paces.paceOf('a')).toBe('slow');
  });

  it('calls a receiver slow after one time-out, and silent after two', () => {
    timesOut();
    expect(paces.paceOf('a')).toBe('slow');
    timesOut();
    expect(paces.paceOf('a')).toBe('silent');
  });

  it('calls a silent receiver fast again after one quick response', () => {
    timesOut();
    timesOut();
    responded(5);
    expect(paces.paceOf('a')).toBe('fast');
  });

  it('knows each receiver by itself', () => {
    timesOut('a');
    expect(paces.paceOf('b')).toBe('new');
  });

  it('calls a receiver slow that used to respond and has not for a second', () => {
    responded(5);
    paces.recordRunning('a', at(10), at(10 + SLOW_MS));
    expect(paces.paceOf('a')).toBe('slow');
  });

  it('calls a receiver silent that has never responded and does not for a second', () => {
    paces.recordRunning('a', at(0), at(SLOW_MS));
    expect(paces.paceOf('a')).toBe('silent');
  });

  it('calls such a receiver slow when it responds after all', () => {
    paces.recordRunning('a', at(0), at(SLOW_MS));
    responded(2_000);
    expect(paces.paceOf('a')).toBe('slow');
  });

  it('does not judge an attempt that has just begun', () => {
    paces.recordRunning('a', at(0), at(SLOW_MS - 1));
    expect(paces.paceOf('a')).toBe('new');
  });

  it('keeps a receiver fast that responds to others while one attempt hangs', () => {
    paces.recordEnd('a', at(2_000), at(2_005), true);
    paces.recordRunning('a', at(1_000), at(9_000));
    expect(paces.paceOf('a')).toBe('fast');
  });

  it('keeps a silent receiver silent while another attempt is under way', () => {
    timesOut();
    timesOut();
    paces.recordRunning('a', at(20_000), at(20_000 + SLOW_MS));
    expect(paces.paceOf('a')).toBe('silent');
  });

  it('forgets the receiver that changed least recently when there are too many', () => {
    responded(5, 'first');
    responded(5, 'second');
    for (let receiver = 0; receiver < 9_998; receiver++) responded(5, String(receiver));
    responded(5, 'first');
    responded(5, 'last');
    expect(['first', 'second', 'last'].map((receiver) => paces.paceOf(receiver))).toEqual(['fast', 'new', 'fast']);
  });
});
