import { api, dataOf, type Schemas } from '../api/client';
import { endsOf, type SessionEnds } from './session-end';

/** Who is signed in, and until when. */
export type SessionState = Schemas['SessionState'] & { ends: SessionEnds };

export async function readSession(): Promise<SessionState> {
  const result = api.GET('/api/v1/clients/auth/session');
  const state = await dataOf(result);
  return { ...state, ends: endsOf(state, (await result).response.headers.get('Date'), Date.now()) };
}

export const signIn = (body: Schemas['Credentials']) =>
  dataOf(api.POST('/api/v1/clients/auth/login', { body, headers: { 'X-Session': 'cookie' } }));

export const signOut = () => dataOf(api.POST('/api/v1/clients/auth/logout'));

export const forgotPassword = (body: Schemas['ForgottenPassword']) =>
  dataOf(api.POST('/api/v1/clients/auth/forgot-password', { body }));

export const resetPassword = (body: Schemas['PasswordReset']) =>
  dataOf(api.POST('/api/v1/clients/auth/reset-password', { body }));
