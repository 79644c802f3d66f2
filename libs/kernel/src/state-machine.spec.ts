import { move, sourceOf, sourcesOf, targetOf, type Transitions } from './state-machine';

type Status = 'open' | 'paid' | 'late' | 'closed';

const TRANSITIONS: Transitions<'pay' | 'close' | 'age' | 'never', Status> = {
  pay: { open: 'paid', late: 'paid' },
  close: { paid: 'closed' },
  age: { open: 'late', late: 'closed' },
  never: {},
};

describe('move', () => {
  it('returns a copy of the entity with the new status', () => {
    const bill = { id: 'b1', status: 'open' as Status };
    expect(move(TRANSITIONS, bill, 'pay')).toEqual({ id: 'b1', status: 'paid' });
    expect(bill.status).toBe('open');
  });

  it('returns undefined if the status rejects the event', () => {
    expect(move(TRANSITIONS, { status: 'closed' as Status }, 'pay')).toBeUndefined();
  });
});

describe('for statements', () => {
  it('lists the statuses that accept an event', () => {
    expect([sourcesOf(TRANSITIONS, 'pay'), sourcesOf(TRANSITIONS, 'never')]).toEqual([['open', 'late'], []]);
  });

  it('returns the status that accepts an event, and throws unless there is exactly one', () => {
    expect(sourceOf(TRANSITIONS, 'close')).toBe('paid');
    expect(() => sourceOf(TRANSITIONS, 'pay')).toThrow(RangeError);
    expect(() => sourceOf(TRANSITIONS, 'never')).toThrow(RangeError);
  });

  it('returns the status that an event leads to, and throws unless there is exactly one', () => {
    expect(targetOf(TRANSITIONS, 'pay')).toBe('paid');
    expect(() => targetOf(TRANSITIONS, 'age')).toThrow(RangeError);
    expect(() => targetOf(TRANSITIONS, 'never')).toThrow(RangeError);
  });
});
