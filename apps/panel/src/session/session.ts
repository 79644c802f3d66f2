import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { Schemas } from '../api/client';
import { readSession, type SessionState } from './browser-session';

export type Permission = Schemas['User']['permissions'][number];

/** A session with a user. After its end, `signed_in` is false until the user signs in again. */
export type SignedIn = Required<Pick<SessionState, 'user' | 'account'>> & SessionState;

const KEY = ['session'];

/** Reads the session. After its end, the page keeps the user of the session. */
async function readHere(queries: QueryClient): Promise<SessionState> {
  const state = await readSession();
  return state.signed_in ? state : { ...queries.getQueryData<SessionState>(KEY), ...state };
}

/** The session of this browser, if there is one. */
export const sessionQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ client }) => readHere(client),
  staleTime: 60_000,
});

/** Extends the session: the user's click on the button makes this read count as activity. */
export async function staySignedIn(queries: QueryClient): Promise<void> {
  queries.setQueryData(KEY, await readHere(queries));
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** The user and the account of the session. Only below `RequireSession`. */
export function useSession(): SignedIn {
  const session = useContext(SignedInContext);
  if (!session) throw new Error('useSession is for pages below RequireSession');
  return session;
}

/** Whether the user may do something: `can('create_payouts')`; of several permissions, any one is enough. */
export function usePermissions() {
  const { permissions } = useSession().user;
  const can = (...wanted: readonly Permission[]) =>
    permissions.includes('*') || wanted.some((permission) => permissions.includes(permission));
  return { can };
}
