import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, dataOf, type Schemas } from '../api/client';
import type { operations } from '../api/panel-api';
import type { PageOf } from '../ui/list';

export type ReceivedPayment = Schemas['ReceivedPayment'];
export type PaymentException = Schemas['PaymentException'];

type Query = NonNullable<operations['listReceivedPayments']['parameters']['query']>;

/** The filters of the list, as the address has them. */
export const PAYMENT_FILTERS = ['search', 'status', 'method', 'currency', 'start_date', 'end_date'] as const;
type PaymentFilters = Partial<Record<(typeof PAYMENT_FILTERS)[number] | 'payment_link_id', string>>;

const LIST_REFRESH_MS = 12_000;
const DETAIL_REFRESH_MS = 4_000;

/** One page of the payments, the newest first. */
export const paymentsQuery = (filters: PaymentFilters, cursor?: string) =>
  queryOptions({
    queryKey: ['payments', 'list', filters, cursor],
    queryFn: (): Promise<PageOf<ReceivedPayment, Schemas['PageMetaWithTotals']>> =>
      bodyOf(
        api.GET('/api/v1/clients/received-payments', {
          // The address may have an unknown value: the API rejects it.
          params: { query: { ...filters, cursor } as Query },
        }),
      ),
    refetchInterval: LIST_REFRESH_MS,
    placeholderData: keepPreviousData,
  });

/** Only a returned payment cannot change any more: a credited one can be returned, refunded or disputed. */
export const paymentQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'one', id],
    queryFn: () => dataOf(api.GET('/api/v1/clients/received-payments/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'in_process' ? DETAIL_REFRESH_MS : data && data.status !== 'returned' && LIST_REFRESH_MS,
  });

/** One page of the payments that could not be credited, the newest first: all, or those of one link. */
export const exceptionsQuery = (filters: { payment_link_id?: string }, cursor?: string) =>
  queryOptions({
    queryKey: ['payments', 'exceptions', filters, cursor],
    queryFn: (): Promise<PageOf<PaymentException>> =>
      bodyOf(api.GET('/api/v1/clients/payment-exceptions', { params: { query: { ...filters, cursor } } })),
    refetchInterval: LIST_REFRESH_MS,
    placeholderData: keepPreviousData,
  });
