import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';

export type ApiKey = Schemas['ApiKey'];

/** The maximum of an account, which is also one page of the list. */
export const MAX_KEYS = 50;

const KEY = ['api-keys'];

/** All keys of the account, the newest first. */
export const keysQuery = queryOptions({
  queryKey: KEY,
  queryFn: async () => {
    const params = { query: { per_page: MAX_KEYS } };
    const found = await dataOf(api.GET('/api/v1/clients/api-keys', { params }));
    return { data: found };
  },
  refetchInterval: 15_000,
});

export function useCreateKey() {
  const queries = useQueryClient();
  const { headersFor, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Schemas['NewApiKey']) =>
      dataOf(api.POST('/api/v1/clients/api-keys', { headers: headersFor(body), body })),
    onSuccess: () => {
      settle();
      return queries.invalidateQueries({ queryKey: KEY });
    },
    // The response holds the secret.
    gcTime: 0,
  });
}

export function useChangeKey(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['ApiKeyChanges']) =>
      dataOf(api.PATCH('/api/v1/clients/api-keys/{id}', { params: { path: { id } }, body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

/** `onDeleted` runs before the list is read again, so that the page of the key can be left first. */
export function useDeleteKey(id: string, onDeleted: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/v1/clients/api-keys/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      onDeleted();
      return queries.invalidateQueries({ queryKey: KEY });
    },
  });
}
