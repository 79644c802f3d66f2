import type { PaymentLink } from './payment-link';

/**
 * Where the payer goes back to: the link's `returnUrl` with `payment_link_id` added to its query, so that the shop can
 * read the link. What its query and its fragment hold stays as it is. Null for a link without one.
 */
export function wayBack({ id, returnUrl }: Pick<PaymentLink, 'id' | 'returnUrl'>): string | null {
  if (returnUrl === null) return null;
  const url = new URL(returnUrl);
  url.search = `${url.search ? `${url.search}&` : '?'}payment_link_id=${id}`;
  return url.href;
}
