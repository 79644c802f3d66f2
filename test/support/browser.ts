import { HttpClient, type Answer } from './http-client';
import { LOGIN } from './panel';
import type { Merchant, TestService } from './service';

/** What a browser adds to the requests of the service's own pages. */
export const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };

/** A user who signed in with a cookie. */
export interface BrowserSession {
  /** The answer to the sign-in. */
  answer: Answer;
  /** As the browser sends it back. */
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
  const answer = await service
    .anonymous()
    .post(LOGIN, { email, password, code }, { 'x-session': 'cookie', ...headers });
  if (answer.status !== 200) throw new Error(`the sign-in failed: ${answer.text}`);
  const [cookie = ''] = setCookieOf(answer).split(';');
  const url = `${service.url}/api/v1/clients`;
  return {
    answer,
    cookie,
    panel: new HttpClient(url, { cookie, ...SAME_ORIGIN }),
    elsewhere: new HttpClient(url, { cookie }),
  };
}

/** The `Set-Cookie` of the answer; empty without one. */
export function setCookieOf({ headers }: Answer): string {
  return [headers['set-cookie'] ?? []].flat().join();
}
