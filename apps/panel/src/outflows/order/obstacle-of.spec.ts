import { obstacleOf } from './obstacle-of';

const good = { status: 'active', kyc_status: 'verified', kyb_status: 'verified', email: 'a@example.com' } as const;

describe('the obstacle to an order', () => {
  it('is nothing when it is active and verified', () => {
    expect(obstacleOf(good, 'transfer')).toBeUndefined();
  });

  it.each([
    [{ status: 'paused', kyc_status: 'pending' } as const, 'BUSINESS_TENANT_PAUSED'],
    [{ kyc_status: 'pending', kyb_status: 'pending' } as const, 'KYC_VERIFICATION_REQUIRED'],
    [{ kyb_status: 'pending' } as const, 'KYB_VERIFICATION_REQUIRED'],
  ])('%j is %s', (changes, code) => {
    expect(obstacleOf({ ...good, ...changes }, 'payout')).toBe(code);
  });

  it('is a missing address for the code, only for transfers', () => {
    expect(obstacleOf({ ...good, email: null }, 'transfer')).toBe('REGISTERED_EMAIL_MISSING');
    expect(obstacleOf({ ...good, email: null }, 'payout')).toBeUndefined();
  });
});
