import { ApiError } from '../api/api-error';
import type { Schemas } from '../api/client';

/** Who is signed in, and until when. */
export interface SessionState {
  signed_in: boolean;
  user?: Schemas['User'] & { second_factor?: boolean };
  account?: Schemas['Account'];
  /** When the session ends, however busy. */
  expires_at?: string;
  /** When it ends if nothing happens until then. */
  idle_expires_at?: string;
}

// TEMPORARY until the sign-in branch is merged: typed by the generated document then.
async function call<Data>(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Data> {
  let response: Response;
  try {
    response = await fetch(`/api/v1/clients/auth/${path}`, {
      method,
      headers: { 'X-Session': 'cookie', 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw ApiError.unreachable(error);
  }
  if (!response.ok) throw await ApiError.from(response);
  return ((await response.json()) as { data: Data }).data;
}

export const readSession = (headers: Record<string, string>) =>
  call<SessionState>('GET', 'session', undefined, headers);
export const signIn = (body: { email: string; password: string; code?: string }) => call('POST', 'login', body);
export const signOut = () => call('POST', 'logout', {});
export const forgotPassword = (body: { email: string }) => call('POST', 'forgot-password', body);
export const resetPassword = (body: { token: string; password: string }) => call('POST', 'reset-password', body);
