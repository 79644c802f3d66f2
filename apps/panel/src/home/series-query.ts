import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import type { Period } from './flow';

/** One item for each day of the period, the oldest first. Never shows another wallet's days while it loads. */
export const seriesQuery = (walletId: string, { start_date, end_date }: Period) =>
  queryOptions({
    queryKey: ['wallets', walletId, 'series', start_date, end_date],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/clients/balance-movements/series', {
          params: { query: { virtual_wallet_id: walletId, start_date, end_date } },
        }),
      ),
    refetchInterval: 15_000,
  });
