import type { Schemas } from '../api/client';
import { everyValue } from '../api/every-value';

export type Link = Schemas['PanelPaymentLink'];
type LinkStatus = Link['status'];
export type PayerCurrency = Link['currency'];

/** The two kinds of links: each has a list, a form and operations of its own, with the same fields. */
export type LinkKind = Schemas['ReceivedPayment']['kind'];

/** Where the pages of a kind begin. */
export const PATHS: Readonly<Record<LinkKind, string>> = {
  payment_link: '/links',
  card_payment_link: '/links/cards',
};

export const STATUSES = everyValue<LinkStatus>({
  active: true,
  processing: true,
  in_transit: true,
  completed: true,
  cancelled: true,
  expired: true,
  returned: true,
});

/** The currency that the amount of a link is in: the payer's when it fixes what they pay, else the wallet's. */
export function amountCurrency(link: Pick<Link, 'amount_type' | 'currency' | 'currency_destiny'>): string {
  return link.amount_type === 'charge' ? link.currency : link.currency_destiny;
}

/** Whether the payment is still to come or under way. */
export function isOpen(status: LinkStatus): boolean {
  return status === 'active' || status === 'processing' || status === 'in_transit';
}
