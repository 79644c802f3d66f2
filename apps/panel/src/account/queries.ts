import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../api/client';

/** The current account; the session has its state at the time when the page was loaded. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: () => dataOf(api.GET('/api/v1/clients/account')),
});

export const feesQuery = queryOptions({
  queryKey: ['fee-configuration'],
  queryFn: () => dataOf(api.GET('/api/v1/clients/payouts/fee-configuration')),
});

export const changeAccount = (body: Schemas['AccountChanges']) =>
  dataOf(api.PATCH('/api/v1/clients/account', { body }));
