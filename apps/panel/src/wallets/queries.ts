import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { api, bodyOf, dataOf, type Schemas } from '../api/client';
import type { PageOf } from '../ui/list';
import type { Movement, MovementFilters } from './movements';

const FRESH_MS = 10_000;

export type Wallet = Schemas['VirtualWallet'];

/** The account's wallets with their balances. Every user may read them. */
export const walletsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: (): Promise<readonly Wallet[]> => dataOf(api.GET('/api/v1/clients/virtual-wallets')),
  refetchInterval: FRESH_MS,
});

export const movementsQuery = (walletId: string, filters: MovementFilters, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['wallets', walletId, 'movements', filters, cursor ?? null],
    queryFn: (): Promise<PageOf<Movement>> =>
      bodyOf(
        api.GET('/api/v1/clients/balance-movements', {
          params: { query: { virtual_wallet_id: walletId, ...filters, cursor } },
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
  });

export const totalsQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallets', walletId, 'totals'],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/clients/balance-movements/stats', {
          params: { query: { virtual_wallet_id: walletId } },
        }),
      ),
    refetchInterval: FRESH_MS,
  });

export const proofQuery = (walletId: string) =>
  queryOptions({
    queryKey: ['wallets', walletId, 'proof'],
    queryFn: () =>
      dataOf(
        api.GET('/api/v1/clients/virtual-wallets/{id}/proof', {
          params: { path: { id: walletId } },
        }),
      ),
    refetchInterval: FRESH_MS,
  });

type UsdBankAccount = Schemas['ReceivingBankAccount'];

/** The details for sending US dollars to the account; null while it has no US dollar account. */
export const usdBankAccountQuery = queryOptions({
  queryKey: ['wallets', 'usd-bank-account'],
  queryFn: async (): Promise<UsdBankAccount | null> => {
    try {
      return (await dataOf(api.GET('/api/v1/clients/usd-wallet'))).bank_account;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'USD_ACCOUNT_NOT_ENABLED') return null;
      throw error;
    }
  },
  staleTime: 60_000,
});
