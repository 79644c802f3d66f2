import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, dataOf, type Schemas } from '../api/client';
import type { PageOf } from '../ui/list';

const REFRESH_MS = 15_000;

export const BENEFICIARIES = ['beneficiaries'];

/** A page of the beneficiaries, the newest first. */
export const beneficiariesQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...BENEFICIARIES, 'list', cursor],
    queryFn: (): Promise<PageOf<Schemas['Beneficiary']>> =>
      bodyOf(api.GET('/api/v1/clients/beneficiaries', { params: { query: { cursor } } })),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });

export const beneficiaryQuery = (id: string) =>
  queryOptions({
    queryKey: [...BENEFICIARIES, id],
    queryFn: () => dataOf(api.GET('/api/v1/clients/beneficiaries/{id}', { params: { path: { id } } })),
  });

export const createBeneficiary = (body: Schemas['NewBeneficiary'], headers: Record<string, string>) =>
  dataOf(api.POST('/api/v1/clients/beneficiaries', { body, headers }));

export const changeBeneficiary = (id: string, body: Schemas['BeneficiaryChanges']) =>
  dataOf(api.PATCH('/api/v1/clients/beneficiaries/{id}', { body, params: { path: { id } } }));
