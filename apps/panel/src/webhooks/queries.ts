import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, dataOf, type Schemas } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import { everyValue } from '../api/every-value';
import { isEvent } from './events';

export type Endpoint = Schemas['WebhookEndpoint'];
export type Delivery = Schemas['WebhookDelivery'];

/** The maximum number of endpoints of an account. */
export const MAX_ENDPOINTS = 50;
/** The filters of the list of deliveries, as the address has them. */
export const DELIVERY_FILTERS = ['status', 'endpoint_id', 'event', 'payment_link_id'] as const;
export const DELIVERY_STATUSES = everyValue<Delivery['status']>({
  pending: true,
  delivered: true,
  failed: true,
});

const ENDPOINTS = ['webhooks'];
const DELIVERIES = ['webhook-deliveries'];

/** All endpoints of the account, the oldest first. */
export const endpointsQuery = queryOptions({
  queryKey: ENDPOINTS,
  queryFn: async () => {
    const found = await dataOf(api.GET('/api/v1/clients/webhooks'));
    return { data: found };
  },
  refetchInterval: 15_000,
});

export const endpointQuery = (id: string) =>
  queryOptions({
    queryKey: [...ENDPOINTS, id],
    queryFn: async () => {
      const params = { path: { id } };
      const found = await dataOf(api.GET('/api/v1/clients/webhooks/{id}', { params }));
      return found;
    },
    refetchInterval: 15_000,
  });

/** Sends a test event to the endpoint; its delivery is in the list of deliveries. */
export function useTestEvent(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/clients/webhooks/{id}/test', { params: { path: { id } }, body: {} })),
    onSuccess: () => queries.invalidateQueries({ queryKey: DELIVERIES }),
  });
}

export function useCreateEndpoint() {
  const queries = useQueryClient();
  const { headersFor, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Schemas['NewWebhookEndpoint']) =>
      dataOf(api.POST('/api/v1/clients/webhooks', { headers: headersFor(body), body })),
    onSuccess: () => {
      settle();
      return queries.invalidateQueries({ queryKey: ENDPOINTS });
    },
    // The response holds the secret.
    gcTime: 0,
  });
}

export function useChangeEndpoint(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['WebhookEndpointChanges']) =>
      dataOf(api.PUT('/api/v1/clients/webhooks/{id}', { params: { path: { id } }, body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ENDPOINTS }),
  });
}

/** Every call creates another secret, so it has no `Idempotency-Key` and is never retried automatically. */
export function useRotateSecret(id: string) {
  return useMutation({
    mutationFn: () => dataOf(api.POST('/api/v1/clients/webhooks/{id}/rotate-secret', { params: { path: { id } } })),
    gcTime: 0,
  });
}

/** `onDeleted` runs before the list is read again, so that the page of the endpoint can be left first. */
export function useDeleteEndpoint(id: string, onDeleted: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => dataOf(api.DELETE('/api/v1/clients/webhooks/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      onDeleted();
      // Not the endpoint itself: its page may still be open and would get a 404.
      return queries.invalidateQueries({ queryKey: ENDPOINTS, exact: true });
    },
  });
}

type DeliveryFilters = Partial<Record<(typeof DELIVERY_FILTERS)[number], string>>;

export const deliveriesQuery = (filters: DeliveryFilters, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...DELIVERIES, 'list', filters, cursor],
    queryFn: async () => {
      const { status, event, ...rest } = filters;
      const query = {
        ...rest,
        cursor,
        status: DELIVERY_STATUSES.find((known) => known === status),
        event: isEvent(event) ? event : undefined,
      };
      return bodyOf(api.GET('/api/v1/clients/webhook-deliveries', { params: { query } }));
    },
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: [...DELIVERIES, id],
    queryFn: async () => {
      const params = { path: { id } };
      const found = await dataOf(api.GET('/api/v1/clients/webhook-deliveries/{id}', { params }));
      return found;
    },
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 4_000 : false),
  });

/** Queues the event of the delivery again. A repeated click sends the same `Idempotency-Key`. */
export function useResend(id: string) {
  const queries = useQueryClient();
  const { headersFor, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/api/v1/clients/webhook-deliveries/{id}/resend', {
          headers: headersFor(id),
          params: { path: { id } },
        }),
      ),
    onSuccess: () => {
      settle();
      return queries.invalidateQueries({ queryKey: [...DELIVERIES, 'list'] });
    },
  });
}
