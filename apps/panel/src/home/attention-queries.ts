import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client';
import type { PageOf } from '../ui/list';
import type { Delivery, PaymentException, Payout, Read } from './attention';

/** How often the page checks for items that need attention. */
export const CHECK_MS = 30_000;
const PAGE = 50;
const DAY_MS = 86_400_000;

async function read<Row>(body: Promise<PageOf<Row>>): Promise<Read<Row>> {
  const { data, meta } = await body;
  return { rows: data, hasMore: Boolean(meta?.next_cursor) };
}

export const openExceptionsQuery = queryOptions({
  queryKey: ['payments', 'exceptions', 'newest'],
  queryFn: (): Promise<Read<PaymentException>> =>
    read(
      bodyOf(
        api.GET('/api/v1/clients/payment-exceptions', {
          params: { query: { per_page: PAGE } },
        }),
      ),
    ),
  refetchInterval: CHECK_MS,
});

export const openDisputesQuery = queryOptions({
  queryKey: ['payments', 'disputes', 'open'],
  queryFn: (): Promise<Read<unknown>> =>
    read(bodyOf(api.GET('/api/v1/clients/disputes', { params: { query: { status: 'open', per_page: PAGE } } }))),
  refetchInterval: CHECK_MS,
});

/** One list after the other: a user may read only a few at a time, and the rest of the page reads some too. */
export const deliveriesQuery = queryOptions({
  queryKey: ['webhook-deliveries', 'troubled'],
  queryFn: async () => {
    const page = (status: Delivery['status']): Promise<Read<Delivery>> =>
      read(bodyOf(api.GET('/api/v1/clients/webhook-deliveries', { params: { query: { status, per_page: PAGE } } })));
    const failed = await page('failed');
    const pending = await page('pending');
    const delivered = failed.rows.length === 0 ? [] : (await page('delivered')).rows;
    return { failed, pending, delivered };
  },
  refetchInterval: CHECK_MS,
});

export const waitingPayoutsQuery = queryOptions({
  queryKey: ['payouts', 'waiting'],
  queryFn: async () => {
    const end_date = new Date(Date.now() - DAY_MS).toISOString();
    const page = (status: Payout['status']): Promise<Read<Payout>> =>
      read(bodyOf(api.GET('/api/v1/clients/payouts', { params: { query: { status, end_date, per_page: PAGE } } })));
    return { requested: await page('requested'), processing: await page('processing') };
  },
  refetchInterval: CHECK_MS,
});
