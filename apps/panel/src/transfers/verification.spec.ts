import { ApiError } from '../api/api-error';
import { afterError, countdown, endOf, verificationOf, type Verification } from './verification';

const NOW = Date.parse('2030-01-01T12:00:00.000Z');
const TEN_MINUTES = 600_000;
const open: Verification = { id: 'v', deadline: NOW + TEN_MINUTES, attemptsLeft: 5, resendsLeft: 3 };
const failure = (code: string, status = 422, meta = {}) => new ApiError(status, code, '', null, {}, meta);

describe('a verification', () => {
  const started = {
    transfer_verification_id: 'v',
    expires_at: '2030-01-01T12:10:00.000Z',
    status: 'pending_verification',
  } as const;

  it('begins with all attempts and resends', () => {
    expect(verificationOf(started, null, NOW)).toEqual(open);
  });

  it('has the counters of the response to a resend', () => {
    const resent = { ...started, resends_left: 2, attempts_left: 5 };
    expect(verificationOf(resent, null, NOW)).toEqual({ ...open, resendsLeft: 2 });
  });

  it('counts the attempts after a wrong code', () => {
    expect(afterError(open, failure('OTP_INVALID', 422, { attempts_left: 4 }))).toEqual({ ...open, attemptsLeft: 4 });
  });

  it('has no resend left after OTP_RESENDS_EXHAUSTED', () => {
    expect(afterError(open, failure('OTP_RESENDS_EXHAUSTED', 429))).toEqual({ ...open, resendsLeft: 0 });
  });

  it('does not change after other errors', () => {
    expect(afterError(open, failure('RATE_LIMIT_EXCEEDED', 429))).toBe(open);
  });
});

describe('the end of a verification', () => {
  it.each([
    ['OTP_EXPIRED', 410, 'expired'],
    ['TRANSFER_VERIFICATION_NOT_FOUND', 404, 'expired'],
    ['OTP_ATTEMPTS_EXHAUSTED', 429, 'exhausted'],
    ['TRANSFER_ALREADY_VERIFIED', 409, 'verified'],
  ])('%s ends the verification, for a code and for a resend', (code, status, end) => {
    expect([endOf(failure(code, status), 'verify'), endOf(failure(code, status), 'resend')]).toEqual([end, end]);
  });

  it.each([
    'AMOUNT_BELOW_MINIMUM',
    'INSUFFICIENT_AVAILABLE_BALANCE',
    'BENEFICIARY_INACTIVE',
    'PAYOUT_ROUTE_UNAVAILABLE',
  ])('%s ends the verification after a right code', (code) => {
    expect(endOf(failure(code), 'verify')).toBe('rejected');
  });

  it('is not caused by a missing address for another code', () => {
    expect(endOf(failure('REGISTERED_EMAIL_MISSING'), 'resend')).toBeUndefined();
  });

  it.each([
    failure('OTP_INVALID'),
    failure('VALIDATION_FAILED'),
    failure('UNAUTHENTICATED', 401),
    failure('RATE_LIMIT_EXCEEDED', 429),
    failure('SYSTEM_DATABASE_ERROR', 500),
    ApiError.unreachable(new Error('down')),
    new Error('a bug'),
  ])('is not caused by %p', (error) => {
    expect(endOf(error, 'verify')).toBeUndefined();
  });
});

it.each([
  [TEN_MINUTES, '10:00'],
  [65_000, '1:05'],
  [4_001, '0:05'],
  [0, '0:00'],
  [-5_000, '0:00'],
])('%s ms before the deadline, %s is left', (left, shown) => {
  expect(countdown(NOW + left, NOW)).toBe(shown);
});
