import { queryOptions } from '@tanstack/react-query';
import { api, dataOf, readHeaders, type Schemas } from '../api/client';

/** The account's wallets with their balances. */
export const walletsQuery = queryOptions({
  queryKey: ['wallets'],
  // The cast: openapi-fetch reads the document's readonly lists as objects.
  queryFn: async (context) =>
    (await dataOf(
      api.GET('/api/v1/clients/virtual-wallets', { headers: readHeaders(context) }),
    )) as readonly Schemas['VirtualWallet'][],
});
