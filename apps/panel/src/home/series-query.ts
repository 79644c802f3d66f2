import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, readHeaders } from '../api/client';
import type { Period } from './flow';

/** What came into a wallet and went out of it on one UTC day, and its balance at the end of the day. */
export interface BalanceDay {
  readonly date: string;
  readonly total_in: string;
  readonly total_out: string;
  readonly balance: string;
}

// TEMPORARY until the series is in the generated types: then `api.GET` itself, and `Schemas['BalanceDay']`.
const get = api.GET as unknown as (
  path: '/api/v1/clients/balance-movements/series',
  options: {
    headers: Record<string, string>;
    params: { query: { virtual_wallet_id: string; start_date: string; end_date: string } };
  },
) => Promise<{ data?: { data: readonly BalanceDay[] }; error?: unknown; response: Response }>;

/** One item for each day of the period, the oldest first. Never shows another wallet's days meanwhile. */
export const seriesQuery = (walletId: string, { start_date, end_date }: Period) =>
  queryOptions({
    queryKey: ['wallets', walletId, 'series', start_date, end_date],
    queryFn: (context) =>
      dataOf(
        get('/api/v1/clients/balance-movements/series', {
          headers: readHeaders(context),
          params: { query: { virtual_wallet_id: walletId, start_date, end_date } },
        }),
      ),
    refetchInterval: 15_000,
  });
