import type { Request, Response } from 'express';
import { cookieTokenOf, deviceTokenOf, SessionCookie } from './session-cookie';

const tokenOf = (cookie?: string) => cookieTokenOf({ headers: { cookie } } as Request);

describe('the token in a cookie', () => {
  it.each([
    ['panel_session=abc', 'abc'],
    ['theme=dark; panel_session=abc; lang=es', 'abc'],
    ['panel_session=', ''],
    ['panel_device=abc', undefined],
    ['xpanel_session=abc', undefined],
    ['panel_sessions=abc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (cookie, token) => {
    expect(tokenOf(cookie)).toBe(token);
  });
});

describe('several session cookies', () => {
  it.each([
    'panel_session=abc; panel_session=abc',
    'panel_session=abc; a=b; panel_session=def',
    'panel_session=;panel_session=a',
  ])('are rejected: %s', (cookie) => {
    expect(() => tokenOf(cookie)).toThrow('more than one session cookie');
  });

  it('identify no browser either', () => {
    const known = (cookie: string) => deviceTokenOf({ headers: { cookie } });

    expect([known('panel_device=a'), known('panel_device=a; panel_device=b'), known('')]).toEqual([
      'a',
      undefined,
      undefined,
    ]);
  });
});

describe('the cookies', () => {
  const COMMON = 'Path=/api/v1/clients; HttpOnly; SameSite=Strict';
  const sandbox = new SessionCookie({ environment: 'sandbox' });
  const production = new SessionCookie({ environment: 'production' });
  const requestOf = (protocol: string, hostname: string, ip = '127.0.0.1', headers = {}) =>
    ({ protocol, hostname, ip, headers }) as unknown as Request;

  function written(write: (response: Response) => void): string[] {
    const append = jest.fn<unknown, [string, string]>();
    write({ append } as unknown as Response);
    return append.mock.calls.map(([name, value]) => `${name}: ${value}`);
  }
  const set = (cookie: SessionCookie, request: Request) =>
    written((response) => cookie.set(request, response, 'abc', 'def'));

  it('are the session first, and the browser, which stays for half a year', () => {
    expect(set(production, requestOf('https', 'pay.example.com'))).toEqual([
      `Set-Cookie: panel_session=abc; ${COMMON}; Secure`,
      `Set-Cookie: panel_device=def; Max-Age=15552000; ${COMMON}; Secure`,
    ]);
  });

  it.each([
    ['https in a sandbox', sandbox, requestOf('https', 'localhost')],
    ['http in production', production, requestOf('http', 'pay.example.com')],
    ['http in production, to loopback from elsewhere', production, requestOf('http', 'localhost', '192.0.2.1')],
    [
      ...(['http in production, through a proxy on the same machine', production] as const),
      requestOf('http', '127.0.0.1', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }),
    ],
    ['http in production, to a name like loopback', production, requestOf('http', 'localhost.evil.example')],
  ])('are secure over %s', (_what, cookie, request) => {
    for (const each of set(cookie, request)) expect(each).toMatch(/; Secure$/);
  });

  it.each([
    ['a sandbox on a LAN', sandbox, requestOf('http', '192.168.1.7', '192.168.1.9')],
    ['a sandbox on loopback', sandbox, requestOf('http', 'localhost')],
    ['production on loopback', production, requestOf('http', '127.0.0.1')],
    ['production on loopback, IPv6', production, requestOf('http', '[::1]', '::1')],
  ])('are not secure over http to %s, where browsers would drop them', (_what, cookie, request) => {
    for (const each of set(cookie, request)) expect(each).toMatch(/SameSite=Strict$/);
  });

  it('are one with a bearer token, and only that of the session is cleared', () => {
    const request = requestOf('https', 'x');

    expect(written((response) => production.set(request, response, 'abc', null))).toHaveLength(1);
    expect(written((response) => production.clear(request, response))).toEqual([
      `Set-Cookie: panel_session=; Max-Age=0; ${COMMON}; Secure`,
    ]);
  });
});
