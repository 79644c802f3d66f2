import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, dataOf, type Schemas } from '../api/client';
import type { operations } from '../api/panel-api';
import { isUnderWay } from './timeline';

const UNDER_WAY_MS = 4_000;
/** A completed payout can still be returned by the bank. */
const COMPLETED_MS = 30_000;
const LIST_MS = 10_000;
/** Rates change, so a new estimate replaces the one on the screen. */
const ESTIMATE_MS = 30_000;

type Query = NonNullable<operations['listPayouts']['parameters']['query']>;

/** The filters of the list of payouts and transfers, as the address has them. */
export const PAYOUT_FILTERS = ['type', 'status', 'virtual_wallet_id', 'start_date', 'end_date'] as const;
type PayoutFilters = Partial<Record<(typeof PAYOUT_FILTERS)[number], string>>;

/** One page of payouts and transfers, the newest first. */
export const payoutsQuery = (filters: PayoutFilters, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['payouts', 'list', filters, cursor],
    queryFn: () =>
      bodyOf(
        api.GET('/api/v1/clients/payouts', {
          // The address may have an unknown value: the API rejects it.
          params: { query: { ...filters, cursor } as Query },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_MS,
  });

/** One payout or transfer with its history. */
export const payoutQuery = (id: string) =>
  queryOptions({
    queryKey: ['payouts', 'detail', id],
    queryFn: () => dataOf(api.GET('/api/v1/clients/payouts/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (isUnderWay(data.status)) return UNDER_WAY_MS;
      return data.status === 'completed' && data.returned_at === null ? COMPLETED_MS : false;
    },
  });

/** The figures of an order at current rates, without an order. */
export const estimateQuery = (body: Schemas['NewOutflow']) =>
  queryOptions({
    queryKey: ['payouts', 'estimate', body],
    queryFn: () => dataOf(api.POST('/api/v1/clients/payouts/estimate', { body })),
    refetchInterval: ESTIMATE_MS,
  });
