import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';

/** Whether the account has accepted the terms of transfers, and their text. */
export const termsQuery = queryOptions({
  queryKey: ['transfer-terms'],
  queryFn: () => dataOf(api.GET('/api/v1/clients/transfers/terms-status')),
});

export const acceptTerms = (version: string) =>
  dataOf(api.POST('/api/v1/clients/transfers/accept-terms', { body: { version } }));
