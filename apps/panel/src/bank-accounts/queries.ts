import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, dataOf, type Schemas } from '../api/client';
import type { PageOf } from '../ui/list';

const REFRESH_MS = 15_000;

export const BANK_ACCOUNTS = ['bank-accounts'];

/** A page of the account's own bank accounts, the newest first. */
export const bankAccountsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...BANK_ACCOUNTS, 'list', cursor],
    queryFn: (): Promise<PageOf<Schemas['BankAccount']>> =>
      bodyOf(api.GET('/api/v1/clients/bank-accounts', { params: { query: { cursor } } })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const createBankAccount = (body: Schemas['NewBankAccount'], headers: Record<string, string>) =>
  dataOf(api.POST('/api/v1/clients/bank-accounts', { body, headers }));

export const deleteBankAccount = (id: string) =>
  dataOf(api.DELETE('/api/v1/clients/bank-accounts/{id}', { params: { path: { id } } }));
