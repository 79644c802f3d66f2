import { isUnderWay, timelineOf } from './timeline';

const entry = (
  status: 'requested' | 'processing' | 'completed' | 'failed' | 'returned',
  reason: string | null = null,
) => ({
  status,
  at: `2030-01-01T00:00:00.000Z`,
  reason,
});
const steps = (payout: Parameters<typeof timelineOf>[0]) =>
  timelineOf(payout).map(({ step, at }) => `${step}${at === null ? ' (to come)' : ''}`);

describe('the timeline of a payout', () => {
  it('shows the next steps', () => {
    expect(steps({ status: 'requested', history: [entry('requested')] })).toEqual([
      'requested',
      'processing (to come)',
      'completed (to come)',
    ]);
  });

  it('has no next steps after completed, returned or failed', () => {
    const way = [entry('requested'), entry('completed')];
    expect(steps({ status: 'completed', history: way })).toEqual(['requested', 'completed']);
    expect(steps({ status: 'completed', history: [...way, entry('returned')] })).toContain('returned');
    expect(steps({ status: 'failed', history: [entry('requested'), entry('failed')] })).toEqual([
      'requested',
      'failed',
    ]);
  });

  it('keeps the reason of each step', () => {
    expect(timelineOf({ status: 'failed', history: [entry('failed', 'Closed.')] })[0]?.reason).toBe('Closed.');
  });
});

it('a payout is open until it has completed or failed', () => {
  expect((['requested', 'processing', 'completed', 'failed'] as const).map(isUnderWay)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
