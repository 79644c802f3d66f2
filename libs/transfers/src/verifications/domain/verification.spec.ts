import { Money, newId } from '@app/kernel';
import { aPayable } from '../../testing/factories';
import {
  afterExpiry,
  afterFailedCheck,
  afterMiss,
  afterResend,
  afterVerify,
  attemptsLeftOf,
  judge,
  MAX_ATTEMPTS,
  pendingVerification,
  resendsLeftOf,
  TRANSITIONS,
  VERIFICATION_STATUSES,
  type Verification,
} from './verification';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const MINUTE = 60_000;
const at = (minutes: number, ms = 0) => new Date(NOW.getTime() + minutes * MINUTE + ms);

function aVerification(changes: Partial<Verification> = {}): Verification {
  return {
    ...pendingVerification(
      {
        id: newId(),
        accountId: newId(),
        userId: newId(),
        walletId: newId(),
        destination: aPayable(newId()).destination,
        destinationDigest: Buffer.from('a digest'),
        amount: Money.of('10000', 'ARS'),
        instant: false,
        comment: 'November rent',
        codeHash: Buffer.from('first'),
      },
      NOW,
    ),
    ...changes,
  };
}

const missed = (times: number) => {
  let verification = aVerification();
  for (let time = 0; time < times; time++) verification = afterMiss(verification, NOW);
  return verification;
};

describe('a verification', () => {
  it('starts pending, with five attempts, three resends and ten minutes', () => {
    const verification = aVerification();
    expect(verification).toMatchObject({ status: 'pending_verification', expiresAt: at(10), payoutId: null });
    expect([attemptsLeftOf(verification), resendsLeftOf(verification)]).toEqual([5, 3]);
  });

  it('moves only while it is pending', () => {
    for (const [event, moves] of Object.entries(TRANSITIONS)) {
      expect([event, Object.keys(moves)]).toEqual([event, ['pending_verification']]);
    }
    for (const status of VERIFICATION_STATUSES.filter((each) => each !== 'pending_verification')) {
      expect(() => afterExpiry(aVerification({ status }), NOW)).toThrow(`a ${status} verification cannot expire`);
    }
  });

  it('is open until its time is over, and then overdue', () => {
    const verification = aVerification();
    expect(judge(verification, at(10, -1))).toBe('open');
    expect(judge(verification, at(10))).toBe('overdue');
  });

  it.each([
    ['verified', { status: 'verified' }],
    ['exhausted', { status: 'closed', closeReason: 'attempts' }],
    ['over', { status: 'closed', closeReason: 'failed_check' }],
    ['over', { status: 'expired' }],
    ['over', { status: 'superseded' }],
  ] as const)('is %s as %j, also when its time is over', (judgement, changes) => {
    expect(judge(aVerification(changes), NOW)).toBe(judgement);
    expect(judge(aVerification(changes), at(11))).toBe(judgement);
  });

  it('is closed by the fifth wrong code', () => {
    expect(missed(MAX_ATTEMPTS - 1)).toMatchObject({ status: 'pending_verification', closeReason: null });
    expect(missed(MAX_ATTEMPTS)).toMatchObject({ status: 'closed', closeReason: 'attempts', failedAttempts: 5 });
  });

  it('gets a new code, ten more minutes and all attempts from a resend', () => {
    const resent = afterResend(missed(4), Buffer.from('second'), at(9));
    expect(resent).toMatchObject({ status: 'pending_verification', expiresAt: at(19), updatedAt: at(9) });
    expect(resent.codeHash).toEqual(Buffer.from('second'));
    expect([attemptsLeftOf(resent), resendsLeftOf(resent)]).toEqual([5, 2]);
  });

  it('becomes a payout, or is closed by a check that fails', () => {
    expect(afterVerify(aVerification(), 'p1', NOW)).toMatchObject({ status: 'verified', payoutId: 'p1' });
    expect(afterFailedCheck(aVerification(), NOW)).toMatchObject({ status: 'closed', closeReason: 'failed_check' });
    expect(afterExpiry(aVerification(), at(10))).toMatchObject({ status: 'expired', closeReason: null });
  });
});
