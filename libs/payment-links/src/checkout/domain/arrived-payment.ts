import type { Money, UnsupportedAmount } from '@app/kernel';

/**
 * Money that arrived for a link and was not credited as its own payment: it waits for a decision, or was credited in
 * addition, sent back by staff or returned by the rail.
 */
export interface ArrivedPayment {
  readonly amount: Money | UnsupportedAmount;
  readonly status: 'open' | 'credited' | 'refunded' | 'returned';
  readonly at: Date;
}

/** What decides what the page of a link shows. */
export interface PageState {
  readonly link: { readonly status: string };
  readonly order: { readonly status: string } | null;
  readonly arrived: readonly ArrivedPayment[];
}

/** What the payer sees of the link changes with this text. */
export function stateOf({ link, order, arrived }: PageState): string {
  const declined = link.status === 'active' && order?.status === 'refused' ? [order.status] : [];
  return [link.status, ...declined, ...arrived.map((one) => one.status)].join(' ');
}
