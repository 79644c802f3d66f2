import { decimal, Money } from '@app/kernel';
import { anOrderedPayout } from '../../testing/factories';
import fc from 'fast-check';
import {
  afterCorrection,
  afterReport,
  afterReturn,
  effectiveRateOf,
  OPEN_STATUSES,
  restOf,
  shareOfReturn,
  type Payout,
  type PayoutStatus,
  type RailReport,
} from './payout';

const LATER = new Date('2030-01-02T09:00:00.000Z');
const report = (event: RailReport['event'], providerReference: string | null = null) => ({ event, providerReference });
const REASONS = { failureReason: 'The bank did not accept it.', providerReason: 'R03' };
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
    expect(afterReport(anOrderedPayout({ status }), report(event), REASONS, LATER)?.status).toBe(expected);
  });

  it('is open as long as it can fail', () => {
    expect(OPEN_STATUSES).toEqual(['requested', 'processing']);
  });
});

describe('afterReport', () => {
  it.each<[RailReport['event'], object]>([
    ['process', { completedAt: null, failedAt: null }],
    ['complete', { completedAt: LATER, failedAt: null }],
    ['fail', { completedAt: null, failedAt: LATER, ...REASONS }],
  ])('sets the time and the reason of %s, and nothing else', (event, expected) => {
    const payout = anOrderedPayout();
    expect(afterReport(payout, report(event, 'bank-7'), REASONS, LATER)).toEqual({
      ...payout,
      ...expected,
      status: expect.any(String),
      updatedAt: LATER,
      providerReference: 'bank-7',
    });
  });

  it('keeps the reference when a later report has none, and is replaced by a newer one', () => {
    const payout = anOrderedPayout({ status: 'processing', providerReference: 'bank-7' });
    expect(afterReport(payout, report('complete'), REASONS, LATER)?.providerReference).toBe('bank-7');
    expect(afterReport(payout, report('complete', 'bank-8'), REASONS, LATER)?.providerReference).toBe('bank-8');
  });

  it('leaves the payout that it was given unchanged', () => {
    const payout = Object.freeze(anOrderedPayout());
    afterReport(payout, report('complete'), REASONS, LATER);
    expect(payout.status).toBe('requested');
  });
});

describe('afterReturn', () => {
  const at = new Date('2030-01-03T09:00:00.000Z');
  const completed = anOrderedPayout({ status: 'completed', completedAt: LATER });
  const back = (payout: Payout, amount: Money) => afterReturn(payout, shareOfReturn(payout, amount), REASONS, at);

  it('keeps a completed payout completed, with the time, the reason and the amount of the return', () => {
    expect(back(completed, ars('9840'))).toEqual({
      ...completed,
      returnedAt: at,
      returned: { amount: ars('9840'), walletAmount: ars('9840') },
      updatedAt: at,
      ...REASONS,
    });
  });

  it('adds up parts, up to the net amount and not a cent more (rule 11.8)', () => {
    const first = back(completed, ars('840')) as Payout;
    expect(back(first, ars('9000.01'))).toBeUndefined();
    const second = back(first, ars('9000')) as Payout;
    expect(second.returned?.walletAmount.toFixed()).toBe('9840.00');
    expect(restOf(second).amount.isZero()).toBe(true);
    expect(back(second, ars('0.01'))).toBeUndefined();
  });

  it.each(['requested', 'processing', 'failed'] as const)('rejects a payout that is %s', (status) => {
    expect(back(anOrderedPayout({ status }), ars('1'))).toBeUndefined();
  });
});

describe('shareOfReturn', () => {
  const brl = (amount: string) => Money.of(amount, 'BRL');
  const figures = { net: ars('9692.10'), rate: decimal('0.005'), destinationAmount: brl('48.46') };
  const converted = anOrderedPayout({ status: 'completed', figures });

  it('takes a part at the payout’s own rate, rounded down, and the rest with the last one (rule 11.8)', () => {
    expect(shareOfReturn(converted, brl('10')).walletAmount.toFixed()).toBe('2000.00');
    expect(shareOfReturn(converted, brl('48.46')).walletAmount.toFixed()).toBe('9692.10');
    const odd = anOrderedPayout({ figures: { ...figures, rate: decimal('0.007') } });
    expect(shareOfReturn(odd, brl('10')).walletAmount.toFixed()).toBe('1428.57');
  });

  it('adds up to the net amount exactly, whatever the parts and the rate are', () => {
    const cents = fc.integer({ min: 1, max: 3_000 });
    const text = (units: number) => decimal(String(units)).div('100').toFixed();
    const property = fc.property(
      fc.array(cents, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 10 ** 8 }),
      fc.constantFrom('up', 'down', 'half-up'),
      (parts, units, rounding) => {
        const rate = decimal(String(units)).div('100000');
        const destinationAmount = brl(text(parts.reduce((sum, part) => sum + part, 0)));
        const net = destinationAmount.convertBack(rate, 'ARS', rounding);
        fc.pre(net.isPositive());
        let payout = anOrderedPayout({ status: 'completed', figures: { net, rate, destinationAmount } });
        for (const part of parts) {
          const share = shareOfReturn(payout, brl(text(part)));
          expect(share.walletAmount.isNegative()).toBe(false);
          payout = afterReturn(payout, share, REASONS, LATER) as Payout;
        }
        expect(payout.returned).toEqual({ amount: destinationAmount, walletAmount: net });
      },
    );
    fc.assert(property);
  });
});

describe('afterCorrection', () => {
  it('completes a payout that failed, and nothing else (rule 11.19)', () => {
    const failed = anOrderedPayout({ status: 'failed', failedAt: LATER, ...REASONS });
    const at = new Date('2030-01-03T09:00:00.000Z');
    expect(afterCorrection(failed, at)).toEqual({
      ...failed,
      status: 'completed',
      failureReason: null,
      providerReason: null,
      failedAt: null,
      completedAt: at,
      correctedAt: at,
      updatedAt: at,
    });
    for (const status of ['requested', 'processing', 'completed'] as const) {
      expect(afterCorrection(anOrderedPayout({ status }), at)).toBeUndefined();
    }
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
