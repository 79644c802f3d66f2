import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { readHeaders } from '../api/client';

// TEMPORARY until the sign-in branch is merged: typed by the generated document then.

/** One of the user's sessions. */
export interface ListedSession {
  id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  user_agent: string | null;
  address: string | null;
  /** Whether it is the session of this page. */
  current: boolean;
}

/** What an authenticator takes: as a QR code, or typed. */
export interface FactorSetUp {
  otpauth_url: string;
  secret: string;
}

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

/** The user's sessions, those seen last first. */
export const sessionsQuery = queryOptions({
  queryKey: ['auth-sessions'],
  queryFn: (context) => call<ListedSession[]>('GET', 'sessions', undefined, readHeaders(context)),
  refetchInterval: 15_000,
});

export const endSession = (id: string) => call('DELETE', `sessions/${id}`);
export const endOtherSessions = () => call<{ ended: number }>('DELETE', 'sessions');
export const changePassword = (body: { current_password: string; password: string }) =>
  call('POST', 'change-password', body);
export const setUpFactor = () => call<FactorSetUp>('POST', 'totp');
export const confirmFactor = (body: { code: string }) =>
  call<{ recovery_codes: string[] }>('POST', 'totp/confirm', body);
export const turnFactorOff = (body: { code: string }) => call('DELETE', 'totp', body);
