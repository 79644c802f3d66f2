import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { api, dataOf, type Schemas } from '../api/client';

export type ListedSession = Schemas['ListedSession'];
/** The secret for an authenticator app: as a QR code, or to type. */
export type FactorSetUp = Schemas['FactorSetUp'];

/** The user's sessions, the most recently active first. */
export const sessionsQuery = queryOptions({
  queryKey: ['auth-sessions'],
  queryFn: () => dataOf(api.GET('/api/v1/clients/auth/sessions')),
  refetchInterval: 15_000,
});

export const endSession = (id: string) =>
  dataOf(api.DELETE('/api/v1/clients/auth/sessions/{id}', { params: { path: { id } } }));
export const endOtherSessions = () => dataOf(api.DELETE('/api/v1/clients/auth/sessions'));
export const changePassword = (body: Schemas['PasswordChange']) =>
  dataOf(api.POST('/api/v1/clients/auth/change-password', { body }));
/** A wrong password does not end the session, although the code of the error is the same. */
export const setUpFactor = async (body: Schemas['FactorPassword']) => {
  try {
    return await dataOf(api.POST('/api/v1/clients/auth/totp', { body }));
  } catch (error) {
    throw error instanceof ApiError && error.code === 'UNAUTHENTICATED' ? error.as('WRONG_PASSWORD') : error;
  }
};
export const confirmFactor = (body: Schemas['FactorCode']) =>
  dataOf(api.POST('/api/v1/clients/auth/totp/confirm', { body }));
export const turnFactorOff = (body: Schemas['FactorOrRecoveryCode']) =>
  dataOf(api.DELETE('/api/v1/clients/auth/totp', { body }));
