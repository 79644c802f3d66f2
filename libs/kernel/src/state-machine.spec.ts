import { move, sourcesOf, targetOf, type Transitions } from './state-machine';

type Status = 'open' | 'paid' | 'late' | 'closed';

const TRANSITIONS: Transitions<'pay' | 'close' | 'age' | 'never', Status> = {
  pay: { open: 'paid', late: 'paid' },
  close: { paid: 'closed' },
  age: { open: 'late', late: 'closed' },
  never: {},
};

describe('move', () => {
  it('answers the entity with the status that the event leads to, and leaves the given one as it is', () => {
    const bill = { id: 'b1', status: 'open' as Status };
    expect(move(TRANSITIONS, bill, 'pay')).toEqual({ id: 'b1', status: 'paid' });
    expect(bill.status).toBe('open');
  });

  it('answers nothing where the status refuses the event', () => {
    expect(move(TRANSITIONS, { status: 'closed' as Status }, 'pay')).toBeUndefined();
  });
});

describe('for statements', () => {
  it('names the statuses that an event moves', () => {
    expect([sourcesOf(TRANSITIONS, 'pay'), sourcesOf(TRANSITIONS, 'never')]).toEqual([['open', 'late'], []]);
  });

  it('names the status that an event leads to, and fails when that is not one', () => {
    expect(targetOf(TRANSITIONS, 'pay')).toBe('paid');
    expect(() => targetOf(TRANSITIONS, 'age')).toThrow(RangeError);
    expect(() => targetOf(TRANSITIONS, 'never')).toThrow(RangeError);
  });
});
