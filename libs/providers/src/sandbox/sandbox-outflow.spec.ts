import { Money, newId } from '@app/kernel';
import {
  notificationsOf,
  SANDBOX_PAYOUT_EVENTS,
  SANDBOX_OUTFLOW_TRANSITIONS,
  stateAfter,
  unattendedEventOf,
  type SandboxOutflow,
  type SandboxOutflowState,
} from './sandbox-outflow';

const STATES: SandboxOutflowState[] = ['processing', 'completed', 'failed', 'returned'];

function aPayout(state: SandboxOutflowState, reason: string | null = null): SandboxOutflow {
  return {
    id: newId(),
    kind: 'payout',
    provider: 'sandbox_payouts',
    reference: 'sbxp_1',
    amount: Money.of('48.70', 'BRL'),
    holder: 'Ana Pérez',
    state,
    reason,
    returns: [],
  };
}

describe('the state of a payout at the sandbox rail', () => {
  it.each`
    event         | allowed
    ${'process'}  | ${['processing']}
    ${'complete'} | ${['processing', 'completed']}
    ${'fail'}     | ${['processing', 'failed']}
    ${'return'}   | ${['completed', 'returned']}
  `('accepts $event in $allowed only', ({ event, allowed }) => {
    const transitions = SANDBOX_OUTFLOW_TRANSITIONS[event as 'fail'];
    expect(STATES.filter((state) => transitions[state] !== undefined)).toEqual(allowed);
  });

  it('accepts again the event that led to it, and does not change', () => {
    for (const event of SANDBOX_PAYOUT_EVENTS) {
      expect(SANDBOX_OUTFLOW_TRANSITIONS[event][stateAfter(event)]).toBe(stateAfter(event));
    }
  });
});

describe('the notifications of a payout', () => {
  it.each`
    state           | types
    ${'processing'} | ${['payout.processing']}
    ${'completed'}  | ${['payout.completed']}
    ${'failed'}     | ${['payout.failed']}
    ${'returned'}   | ${['payout.completed', 'payout.returned']}
  `('that is $state are $types, the same each time', ({ state, types }) => {
    const payout = aPayout(state as SandboxOutflowState, 'Closed account.');
    const notifications = notificationsOf(payout);
    expect(notifications.map(({ type }) => type)).toEqual(types);
    expect(new Set(notifications.map(({ id }) => id)).size).toBe(notifications.length);
    expect(notificationsOf(payout)).toEqual(notifications);
  });

  it('have our id, the amount and both references', () => {
    const payout = aPayout('failed', 'Closed account.');
    expect(notificationsOf(payout)).toEqual([
      {
        id: `${payout.id}:payout.failed`,
        type: 'payout.failed',
        reference: payout.id,
        amount: '48.70',
        currency: 'BRL',
        provider_reference: 'sbxp_1',
        reason: 'Closed account.',
      },
    ]);
  });

  it('of the completion are the same before and after the return', () => {
    const completed = aPayout('completed');
    const [before] = notificationsOf(completed);
    const [after] = notificationsOf({ ...completed, state: 'returned', reason: 'Closed account.' });
    expect(after).toEqual(before);
  });
});

describe('what the rail does unattended', () => {
  it.each`
    holder               | event
    ${'Ana Pérez'}       | ${'complete'}
    ${''}                | ${'complete'}
    ${'FAIL'}            | ${'fail'}
    ${'Ana (will FAIL)'} | ${'fail'}
    ${'Ana HOLD Pérez'}  | ${'hold'}
    ${'HOLD, then FAIL'} | ${'fail'}
    ${'Río Holdings SA'} | ${'complete'}
    ${'Ana Failla'}      | ${'complete'}
  `('for $holder is: $event', ({ holder, event }) => {
    expect(unattendedEventOf(holder as string) ?? 'hold').toBe(event);
  });
});
