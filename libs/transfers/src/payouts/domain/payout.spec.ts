import { decimal, Money } from '@app/kernel';
import { anOrderedPayout } from '../../testing/factories';
import { afterReport, afterReturn, effectiveRateOf, OPEN_STATUSES, type RailReport, type PayoutStatus } from './payout';

const LATER = new Date('2030-01-02T09:00:00.000Z');
const report = (event: RailReport['event'], reason: string | null = null, providerReference: string | null = null) => ({
  event,
  reason,
  providerReference,
});
const ars = (amount: string) => Money.of(amount, 'ARS');

describe('the states of a payout', () => {
  it.each<[PayoutStatus, RailReport['event'], PayoutStatus | undefined]>([
    ['requested', 'process', 'processing'],
    ['requested', 'complete', 'completed'],
    ['requested', 'fail', 'failed'],
    ['processing', 'process', undefined],
    ['processing', 'complete', 'completed'],
    ['processing', 'fail', 'failed'],
    ['completed', 'process', undefined],
    ['completed', 'complete', undefined],
    ['completed', 'fail', undefined],
    ['failed', 'process', undefined],
    ['failed', 'complete', undefined],
    ['failed', 'fail', undefined],
  ])('%s, when the rail reports %s, becomes %s', (status, event, expected) => {
    expect(afterReport(anOrderedPayout({ status }), report(event), LATER)?.status).toBe(expected);
  });

  it('is open as long as it can fail', () => {
    expect(OPEN_STATUSES).toEqual(['requested', 'processing']);
  });
});

describe('afterReport', () => {
  it.each<[RailReport['event'], object]>([
    ['process', { completedAt: null, failedAt: null, failureReason: null }],
    ['complete', { completedAt: LATER, failedAt: null, failureReason: null }],
    ['fail', { completedAt: null, failedAt: LATER, failureReason: 'Account closed.' }],
  ])('sets the time and the reason of %s, and nothing else', (event, expected) => {
    const payout = anOrderedPayout();
    expect(afterReport(payout, report(event, 'Account closed.', 'bank-7'), LATER)).toEqual({
      ...payout,
      ...expected,
      status: expect.any(String),
      updatedAt: LATER,
      providerReference: 'bank-7',
    });
  });

  it('keeps the reference when a later report has none, and is replaced by a newer one', () => {
    const payout = anOrderedPayout({ status: 'processing', providerReference: 'bank-7' });
    expect(afterReport(payout, report('complete'), LATER)?.providerReference).toBe('bank-7');
    expect(afterReport(payout, report('complete', null, 'bank-8'), LATER)?.providerReference).toBe('bank-8');
  });

  it('leaves the payout that it was given unchanged', () => {
    const payout = Object.freeze(anOrderedPayout());
    afterReport(payout, report('complete'), LATER);
    expect(payout.status).toBe('requested');
  });
});

describe('afterReturn', () => {
  const completed = anOrderedPayout({ status: 'completed', completedAt: LATER });

  it('keeps a completed payout completed, with the time and the reason of the return', () => {
    const at = new Date('2030-01-03T09:00:00.000Z');
    expect(afterReturn(completed, 'Account closed.', at)).toEqual({
      ...completed,
      returnedAt: at,
      updatedAt: at,
      failureReason: 'Account closed.',
    });
  });

  it('rejects a payout that was returned before', () => {
    expect(afterReturn({ ...completed, returnedAt: LATER }, null, LATER)).toBeUndefined();
  });

  it.each(['requested', 'processing', 'failed'] as const)('rejects a payout that is %s', (status) => {
    expect(afterReturn(anOrderedPayout({ status }), null, LATER)).toBeUndefined();
  });
});

describe('the figures of a payout', () => {
  const converted = anOrderedPayout({
    figures: {
      instantFee: ars('50'),
      conversionFee: ars('97.9'),
      net: ars('9692.10'),
      rate: decimal('0.005'),
      destinationAmount: Money.of('48.46', 'BRL'),
    },
  });

  it('have an effective rate of received by sent', () => {
    expect(effectiveRateOf(converted.figures).toFixed()).toBe('0.004846');
  });
});
