import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, dataOf, type Schemas } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import type { operations } from '../api/panel-api';
import type { PageOf } from '../ui/list';

export type Refund = Schemas['Refund'];
export type Dispute = Schemas['Dispute'];

const LIST_REFRESH_MS = 12_000;
const OPEN_REFRESH_MS = 4_000;

/** The filters of both lists, as the address has them. */
export const REFUND_FILTERS = ['status', 'start_date', 'end_date'] as const;
type Filters = Partial<Record<(typeof REFUND_FILTERS)[number] | 'received_payment_id', string>>;

/** One page of the refunds, the newest first. */
export const refundsQuery = (filters: Filters, cursor?: string) =>
  queryOptions({
    queryKey: ['payments', 'refunds', filters, cursor],
    queryFn: (): Promise<PageOf<Refund>> =>
      bodyOf(
        api.GET('/api/v1/clients/refunds', {
          // The address may have an unknown value: the API rejects it.
          params: { query: { ...filters, cursor } as operations['listRefunds']['parameters']['query'] },
        }),
      ),
    refetchInterval: LIST_REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** A refund that has ended does not change any more. */
export const refundQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'refund', id],
    queryFn: () => dataOf(api.GET('/api/v1/clients/refunds/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? OPEN_REFRESH_MS : false),
  });

/** One page of the disputes, the newest first. */
export const disputesQuery = (filters: Filters, cursor?: string) =>
  queryOptions({
    queryKey: ['payments', 'disputes', filters, cursor],
    queryFn: (): Promise<PageOf<Dispute>> =>
      bodyOf(
        api.GET('/api/v1/clients/disputes', {
          params: { query: { ...filters, cursor } as operations['listDisputes']['parameters']['query'] },
        }),
      ),
    refetchInterval: LIST_REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** What the wallet would pay for a refund of that amount, a decimal in the payer's currency. */
export const refundEstimateQuery = (paymentId: string, amount: string) =>
  queryOptions({
    queryKey: ['payments', 'refund-estimate', paymentId, amount],
    queryFn: () =>
      dataOf(
        api.POST('/api/v1/clients/received-payments/{id}/refunds/estimate', {
          params: { path: { id: paymentId } },
          body: { amount },
        }),
      ),
    retry: false,
  });

/** Requests a refund; a repeated click, or a retry after a lost response, requests it once. */
export function useRefund(paymentId: string, onRequested: (refund: Refund) => void) {
  const client = useQueryClient();
  const { headersFor, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: Schemas['NewRefund']) =>
      dataOf(
        api.POST('/api/v1/clients/received-payments/{id}/refunds', {
          params: { path: { id: paymentId } },
          body,
          headers: headersFor(body),
        }),
      ),
    onSuccess: async (refund) => {
      settle();
      onRequested(refund);
      await client.invalidateQueries({ queryKey: ['payments'] });
    },
  });
}

/** Whether the provider has not decided about the refund yet. */
export function isOpen({ status }: Pick<Refund, 'status'>): boolean {
  return status === 'requested' || status === 'processing';
}
