import { StandingClock } from '@app/kernel/testing';
import { OtpauthTimeCodes } from './otpauth-time.codes';

/** The secret of RFC 6238, appendix B, whose codes there have eight digits: ours are the last six. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const at = (seconds: number) => new OtpauthTimeCodes('pay.example.com', new StandingClock(new Date(seconds * 1_000)));

describe('OtpauthTimeCodes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at %d, %s is the right code of RFC 6238', (seconds, code) => {
    expect(at(seconds).stepOf(SECRET, code)).toBe(Math.floor(seconds / 30));
  });

  it('accepts the code of the step before and after, as that step', () => {
    expect(at(59 + 30).stepOf(SECRET, '287082')).toBe(1);
    expect(at(59 - 30).stepOf(SECRET, '287082')).toBe(1);
  });

  it('accepts no code that is two steps away', () => {
    expect(at(59 + 60).stepOf(SECRET, '287082')).toBeUndefined();
  });

  it.each(['287083', '', '28708', 'abcdef'])('rejects the code %j', (code) => {
    expect(at(59).stepOf(SECRET, code)).toBeUndefined();
  });

  it('makes secrets of 20 bytes, each another', () => {
    const [one, other] = [at(0).newSecret(), at(0).newSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(other);
  });

  it('names service and user to the authenticator', () => {
    const url = new URL(at(0).urlOf(SECRET, 'ana+x@example.com'));
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/pay.example.com:ana+x@example.com',
    ]);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      issuer: 'pay.example.com',
      secret: SECRET,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
