import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../api/api-error';
import { SIGNS_IN } from '../api/query-client';
import { signIn } from './browser-session';
import { sessionQuery } from './session';
import { noticeSignedIn } from './signed-out';

interface Credentials {
  email: string;
  password: string;
  code: string;
}

/** Signs in, in one step or two: `needsCode` becomes true when the user has a second factor. */
export function useSignIn(onSignedIn?: () => void) {
  const queries = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const mutation = useMutation({
    meta: SIGNS_IN,
    mutationFn: async ({ email, password, code }: Credentials) => {
      await signIn({ email: email.trim(), password, ...(code === '' ? {} : { code: code.replace(/\s/g, '') }) });
      // A late response to a request of the previous session would end this one.
      await queries.cancelQueries();
      const state = await queries.query({ ...sessionQuery, staleTime: 0 });
      // Otherwise the next page would ask to sign in again without an explanation.
      if (!state.signed_in) throw new ApiError(0, 'SESSION_NOT_KEPT', 'The browser did not keep the session.');
    },
    onSuccess: () => {
      noticeSignedIn();
      // Reads that failed meanwhile are repeated; input is kept.
      void queries.invalidateQueries();
      onSignedIn?.();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED') setNeedsCode(true);
    },
  });
  const { error } = mutation;
  // The first response that asks for the code is not a failure to show.
  const asksForCode = error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED';
  return { submit: mutation.mutate, isPending: mutation.isPending, error: asksForCode ? null : error, needsCode };
}
