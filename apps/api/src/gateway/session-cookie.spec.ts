import type { Request, Response } from 'express';
import { cookieTokenOf, SessionCookie } from './session-cookie';

const tokenOf = (cookie?: string) => cookieTokenOf({ headers: { cookie } } as Request);

describe('the token in a cookie', () => {
  it.each([
    ['panel_session=abc', 'abc'],
    ['theme=dark; panel_session=abc; lang=es', 'abc'],
    ['panel_session=', ''],
    ['xpanel_session=abc', undefined],
    ['panel_sessions=abc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (cookie, token) => {
    expect(tokenOf(cookie)).toBe(token);
  });
});

describe('the cookie', () => {
  const sandbox = new SessionCookie({ environment: 'sandbox' });
  const production = new SessionCookie({ environment: 'production' });

  /** The value of the header that is written. */
  function written(write: (response: Response) => void): unknown {
    const append = jest.fn();
    write({ append } as unknown as Response);
    expect(append).toHaveBeenCalledWith('Set-Cookie', expect.any(String));
    return append.mock.calls[0]?.[1];
  }
  const set = (protocol: string, hostname: string, cookie = sandbox) =>
    written((response) => cookie.set({ protocol, hostname } as Request, response, 'abc'));

  it.each([
    ['https', 'pay.example.com'],
    ['http', 'pay.example.com'],
    ['https', 'localhost'],
    ['http', '127.0.0.1.evil.example'],
    ['http', 'localhost.evil.example'],
  ])('is secure on %s://%s', (protocol, hostname) => {
    expect(set(protocol, hostname)).toBe('panel_session=abc; Path=/api/v1/clients; HttpOnly; SameSite=Strict; Secure');
  });

  it.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'])('is not secure on http://%s', (hostname) => {
    expect(set('http', hostname)).toBe('panel_session=abc; Path=/api/v1/clients; HttpOnly; SameSite=Strict');
  });

  it('is secure in production, however the service is reached', () => {
    expect(set('http', 'localhost', production)).toContain('; Secure');
  });

  it('is cleared with the same attributes', () => {
    expect(written((response) => sandbox.clear({ protocol: 'https', hostname: 'x' } as Request, response))).toBe(
      'panel_session=; Max-Age=0; Path=/api/v1/clients; HttpOnly; SameSite=Strict; Secure',
    );
  });
});
