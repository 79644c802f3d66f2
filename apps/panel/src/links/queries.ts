import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, dataOf, type Schemas } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import type { operations } from '../api/panel-api';
import type { PageOf } from '../ui/list';
import { isOpen, type Link, type LinkKind } from './kind';

export type NewLink = Schemas['NewPanelPaymentLink'];
export type Estimate = Schemas['PaymentEstimate'] | Schemas['CardPaymentEstimate'];
export type Delivery = Schemas['WebhookDelivery'];

type Query = NonNullable<operations['listPanelCardPaymentLinks']['parameters']['query']>;

/** The filters of both lists, as the address has them. */
export const LINK_FILTERS = ['search', 'status', 'currency', 'start_date', 'end_date'] as const;
export type LinkFilters = Partial<Record<(typeof LINK_FILTERS)[number], string>>;

const LIST_REFRESH_MS = 12_000;
const OPEN_REFRESH_MS = 4_000;
/** A completed link can be returned, and an expired one can still be paid late. */
const CLOSED_REFRESH_MS = 15_000;

/** One page of the links of a kind, the newest first. */
export const linksQuery = (kind: LinkKind, filters: LinkFilters, cursor: string | undefined) =>
  queryOptions({
    queryKey: ['links', kind, 'list', filters, cursor],
    queryFn: (): Promise<PageOf<Link, Schemas['PageMetaWithTotals']>> => {
      // The address may have an unknown value: the API rejects it.
      const options = { params: { query: { ...filters, cursor } as Query } };
      return kind === 'card_payment_link'
        ? bodyOf(api.GET('/api/v1/clients/cards/payment-links', options))
        : bodyOf(api.GET('/api/v1/clients/payment-links', options));
    },
    refetchInterval: LIST_REFRESH_MS,
    placeholderData: keepPreviousData,
  });

export const linkQuery = (kind: LinkKind, id: string) =>
  queryOptions({
    queryKey: ['links', kind, 'one', id],
    queryFn: (): Promise<Link> => {
      const options = { params: { path: { id } } };
      return kind === 'card_payment_link'
        ? dataOf(api.GET('/api/v1/clients/cards/payment-links/{id}', options))
        : dataOf(api.GET('/api/v1/clients/payment-links/{id}', options));
    },
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.status === 'cancelled' || data.status === 'returned') return false;
      return isOpen(data.status) ? OPEN_REFRESH_MS : CLOSED_REFRESH_MS;
    },
  });

/** The newest webhook deliveries about the link. They follow its changes, so they are read while the link is shown. */
export const deliveriesQuery = (linkId: string) =>
  queryOptions({
    queryKey: ['webhook-deliveries', 'of-link', linkId],
    queryFn: (): Promise<PageOf<Delivery>> =>
      bodyOf(
        api.GET('/api/v1/clients/webhook-deliveries', {
          params: { query: { payment_link_id: linkId, per_page: 50 } },
        }),
      ),
    refetchInterval: OPEN_REFRESH_MS,
  });

/** The figures of each payment method for a link that does not exist yet. Rates change, so they are read again. */
export const estimateQuery = (body: NewLink | undefined) =>
  queryOptions({
    queryKey: ['links', 'estimate', body],
    queryFn: (context): Promise<readonly Estimate[]> =>
      dataOf(
        api.POST('/api/v1/clients/payment-links/estimate', {
          body: body as NewLink,
          signal: context.signal,
        }),
      ),
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

export function useCreateLink(kind: LinkKind) {
  const queries = useQueryClient();
  const { headersFor, settle } = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: NewLink): Promise<Link> => {
      const options = { headers: headersFor(body), body };
      return kind === 'card_payment_link'
        ? dataOf(api.POST('/api/v1/clients/cards/payment-links', options))
        : dataOf(api.POST('/api/v1/clients/payment-links', options));
    },
    onSuccess: () => {
      settle();
      return queries.invalidateQueries({ queryKey: ['links', kind, 'list'] });
    },
  });
}

/** `onCancelled` runs even if the button no longer exists, because the page already shows the link as cancelled. */
export function useCancelLink(kind: LinkKind, id: string, onCancelled: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (): Promise<Link> => {
      const options = { params: { path: { id } } };
      return kind === 'card_payment_link'
        ? dataOf(api.PATCH('/api/v1/clients/cards/payment-links/{id}/cancel', options))
        : dataOf(api.PATCH('/api/v1/clients/payment-links/{id}/cancel', options));
    },
    onSuccess: onCancelled,
    // Also after an error: the link has changed since the page read it.
    onSettled: () => queries.invalidateQueries({ queryKey: ['links'] }),
  });
}

/** The figures that a card link would have if it were created now, as the only entry. */
export const cardEstimateQuery = (body: NewLink | undefined) =>
  queryOptions({
    queryKey: ['links', 'card-estimate', body],
    queryFn: async ({ signal }): Promise<readonly Estimate[]> => [
      await dataOf(api.POST('/api/v1/clients/cards/payment-links/estimate', { body: body as NewLink, signal })),
    ],
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
