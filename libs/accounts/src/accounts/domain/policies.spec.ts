import { anAccount } from '../../testing/factories';
import { assertMayMoveMoney } from './policies';

function codeOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
  return undefined;
}

describe('collecting', () => {
  it.each`
    status      | kycStatus     | kybStatus     | code
    ${'active'} | ${'verified'} | ${'verified'} | ${undefined}
    ${'active'} | ${'verified'} | ${'pending'}  | ${'KYB_VERIFICATION_REQUIRED'}
    ${'active'} | ${'pending'}  | ${'verified'} | ${'KYC_VERIFICATION_REQUIRED'}
    ${'active'} | ${'pending'}  | ${'pending'}  | ${'KYC_VERIFICATION_REQUIRED'}
    ${'paused'} | ${'verified'} | ${'verified'} | ${'BUSINESS_TENANT_PAUSED'}
    ${'paused'} | ${'pending'}  | ${'pending'}  | ${'BUSINESS_TENANT_PAUSED'}
  `('by an $status account, KYC $kycStatus, KYB $kybStatus: $code', ({ code, ...changes }) => {
    expect(codeOf(() => assertMayMoveMoney(anAccount(changes)))).toBe(code);
  });

  it.each`
    changes                     | meta
    ${{ kycStatus: 'pending' }} | ${{ verification: 'kyc', status: 'pending' }}
    ${{ kybStatus: 'pending' }} | ${{ verification: 'kyb', status: 'pending' }}
  `('without verification says which one is missing: $meta', ({ changes, meta }) => {
    expect(() => assertMayMoveMoney(anAccount(changes))).toThrow(expect.objectContaining({ details: { meta } }));
  });
});
