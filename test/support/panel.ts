import { HttpClient } from './http-client';
import type { Merchant, TestService } from './service';

export const LOGIN = '/api/v1/clients/auth/login';

/** A signed-in panel user. */
export interface PanelSession {
  token: string;
  /** Calls the panel API, paths relative to its prefix. */
  panel: HttpClient;
}

/** Signs in as the merchant's user, or as another of the same address and password. */
export async function signIn(
  service: Pick<TestService, 'url' | 'anonymous'>,
  { email, password }: Pick<Merchant, 'email' | 'password'>,
): Promise<PanelSession> {
  const { status, text, body } = await service.anonymous().post(LOGIN, { email, password });
  if (status !== 200) throw new Error(`the sign-in failed: ${text}`);
  const token = body.data.token as string;
  return { token, panel: panelOf(service.url, token) };
}

/** Makes the sessions of the user as old as those that are no longer fresh. */
export async function ageConfirmation(service: Pick<TestService, 'sql'>, userId: string): Promise<void> {
  await service.sql(
    `UPDATE panel_sessions SET confirmed_at = confirmed_at - interval '15 minutes' WHERE user_id = $1`,
    [userId],
  );
}

/** The panel API at that address, for the session with the token. */
export function panelOf(url: string, token: string): HttpClient {
  return new HttpClient(`${url}/api/v1/clients`, { authorization: `Bearer ${token}` });
}

/** A new user of the merchant's account with these permissions, signed in to the panel. */
export async function userWith(
  service: Pick<TestService, 'url' | 'anonymous' | 'addUser'>,
  merchant: Pick<Merchant, 'account'>,
  ...permissions: string[]
): Promise<HttpClient> {
  return (await signIn(service, await service.addUser(merchant, permissions))).panel;
}
