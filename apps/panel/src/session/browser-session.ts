import { api, dataOf, type Schemas } from '../api/client';

/** Who is signed in, and until when: `idle_expires_at` if nothing happens, `expires_at` in any case. */
export type SessionState = Schemas['SessionState'];

export const readSession = (headers: Record<string, string>) =>
  dataOf(api.GET('/api/v1/clients/auth/session', { headers }));

export const signIn = (body: Schemas['Credentials']) =>
  dataOf(api.POST('/api/v1/clients/auth/login', { body, headers: { 'X-Session': 'cookie' } }));

export const signOut = () => dataOf(api.POST('/api/v1/clients/auth/logout'));

export const forgotPassword = (body: Schemas['ForgottenPassword']) =>
  dataOf(api.POST('/api/v1/clients/auth/forgot-password', { body }));

export const resetPassword = (body: Schemas['PasswordReset']) =>
  dataOf(api.POST('/api/v1/clients/auth/reset-password', { body }));
