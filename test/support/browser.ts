import { HttpClient, type HttpResponse } from './http-client';
import { LOGIN } from './panel';
import type { Merchant, TestService } from './service';

/** What a browser adds to the requests of the service's own pages. */
export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

/** A user who signed in with a cookie. */
export interface BrowserSession {
  /** The response to the sign-in. */
  response: HttpResponse;
  /** The cookies as the browser sends them back. */
  cookie: string;
  /** Calls the panel API from a page of the service. */
  panel: HttpClient;
  /** The same without the headers that say where the request comes from. */
  elsewhere: HttpClient;
}

/** Signs in with a cookie, as the merchant's user, or as another of the same address and password. */
export async function signInWithCookie(
  service: Pick<TestService, 'url' | 'anonymous'>,
  { email, password }: Pick<Merchant, 'email' | 'password'>,
  headers: Record<string, string> = {},
  code?: string,
): Promise<BrowserSession> {
  const response = await service
    .anonymous()
    .post(LOGIN, { email, password, code }, { 'x-session': 'cookie', ...headers });
  if (response.status !== 200) throw new Error(`the sign-in failed: ${response.text}`);
  const [cookie = ''] = setCookieOf(response).split(';');
  const url = `${service.url}/api/v1/clients`;
  return {
    response,
    cookie,
    panel: new HttpClient(url, { cookie, ...SAME_ORIGIN }),
    elsewhere: new HttpClient(url, { cookie }),
  };
}

/** The `Set-Cookie` of the response; empty without one. */
export function setCookieOf({ headers }: HttpResponse): string {
  return [headers['set-cookie'] ?? []].flat().join();
}
