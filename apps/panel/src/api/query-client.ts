import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const RETRIES = 2;

/**
 * The cache of everything that was read. Reads are repeated after temporary failures; writes never are, because only the
 * user knows whether a second one is wanted. `onSignedOut` is called when the API no longer knows the session.
 */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < RETRIES && error instanceof ApiError && error.isTemporary,
      },
      mutations: { retry: false },
    },
  });
}
