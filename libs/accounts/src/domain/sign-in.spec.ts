import { ValidationError } from '@app/kernel';
import { isSessionToken, parseCredentials } from './sign-in';

/** The fields that a refusal names. */
function refused(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationError) return Object.keys(error.details.errors ?? {});
    throw error;
  }
  return [];
}

describe('parseCredentials', () => {
  it('takes address and password as they were sent, and nothing else', () => {
    const body = { email: 'Ana@example.com', password: ' pass word ', remember: true };
    expect(parseCredentials(body)).toEqual({ email: 'Ana@example.com', password: ' pass word ' });
  });

  it('judges no address: the answer would tell which ones can be users', () => {
    expect(refused(() => parseCredentials({ email: 'nobody', password: 'x' }))).toEqual([]);
  });

  it.each([
    [{}, ['email', 'password']],
    [{ email: 'a@example.com' }, ['password']],
    [{ email: null, password: 'x' }, ['email']],
    [{ email: ['a@example.com'], password: 'x' }, ['email']],
    [{ email: { $ne: '' }, password: { $ne: '' } }, ['email', 'password']],
    [{ email: '', password: '' }, ['email', 'password']],
    [{ email: 'a@example.com', password: 12345678 }, ['password']],
    [{ email: 'x'.repeat(321), password: 'x'.repeat(257) }, ['email', 'password']],
    [{ email: 'a\0@example.com', password: 'x' }, ['email']],
    [{ email: '\ud83d@example.com', password: 'x' }, ['email']],
  ])('refuses %j, naming %j', (body, fields) => {
    expect(refused(() => parseCredentials(body))).toEqual(fields);
  });
});

describe('isSessionToken', () => {
  it('knows 32 bytes in base64url', () => {
    expect(isSessionToken(Buffer.alloc(32, 0xfb).toString('base64url'))).toBe(true);
  });

  it.each([
    '',
    'x'.repeat(42),
    'x'.repeat(44),
    `${'x'.repeat(42)}+`,
    `${'x'.repeat(42)}\n`,
    `pay_a_live_${'x'.repeat(48)}`,
  ])('takes %j for none', (text) => {
    expect(isSessionToken(text)).toBe(false);
  });
});
