import { isToken } from './sign-in';

describe('isToken', () => {
  it('accepts 32 bytes in base64url', () => {
    expect(isToken(Buffer.alloc(32, 0xfb).toString('base64url'))).toBe(true);
  });

  it.each([
    '',
    'x'.repeat(42),
    'x'.repeat(44),
    `${'x'.repeat(42)}+`,
    `${'x'.repeat(42)}\n`,
    `pay_a_live_${'x'.repeat(48)}`,
  ])('rejects %j', (text) => {
    expect(isToken(text)).toBe(false);
  });
});
