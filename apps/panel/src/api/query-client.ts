import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const RETRIES = 2;

/** The `meta` of a mutation that signs in: its `UNAUTHENTICATED` means a wrong password, not the end of a session. */
export const SIGNS_IN = { signsIn: true };

/**
 * The cache of all reads. Reads are retried after temporary failures; writes never are, because only the user knows
 * whether to send a second one. Without a network both fail at once: a write that waited for the network would be sent
 * when the user no longer expects it. `onSignedOut` is called when the API no longer knows the session.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (meta !== SIGNS_IN) onError(error);
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
        retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.isTemporary,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
