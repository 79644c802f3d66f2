import { ApiError } from '../api/api-error';
import { api, dataOf, type Schemas } from '../api/client';
import { endsOf, type SessionEnds } from './session-end';

/** The signed-in user, and the ends of the session. */
export type SessionState = Schemas['SessionState'] & { ends: SessionEnds };

export async function readSession(): Promise<SessionState> {
  const result = api.GET('/api/v1/clients/auth/session');
  const state = await dataOf(result);
  return { ...state, ends: endsOf(state, (await result).response.headers.get('Date'), Date.now()) };
}

/** Signs in. The API has one error code for a wrong address, password or second factor; the request shows which it is. */
export async function signIn(body: Schemas['Credentials']) {
  try {
    return await dataOf(api.POST('/api/v1/clients/auth/login', { body, headers: { 'X-Session': 'cookie' } }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error;
    throw error.as(body.code === undefined ? 'WRONG_CREDENTIALS' : 'WRONG_SECOND_FACTOR');
  }
}

/** Makes the session fresh. A wrong password or code does not end the session, although the error code is the same. */
export async function confirmIdentity(body: Schemas['Confirmation']) {
  try {
    return await dataOf(api.POST('/api/v1/clients/auth/confirm', { body }));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'UNAUTHENTICATED') throw error;
    throw error.as(body.code === undefined ? 'WRONG_PASSWORD' : 'WRONG_SECOND_FACTOR');
  }
}

export const signOut = () => dataOf(api.POST('/api/v1/clients/auth/logout'));

export const forgotPassword = (body: Schemas['ForgottenPassword']) =>
  dataOf(api.POST('/api/v1/clients/auth/forgot-password', { body }));

export const resetPassword = (body: Schemas['PasswordReset']) =>
  dataOf(api.POST('/api/v1/clients/auth/reset-password', { body }));
