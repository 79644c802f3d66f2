import type { Schemas } from '../api/client';
import { everyValue } from '../api/every-value';

export type Link = Schemas['PanelPaymentLink'];
type LinkStatus = Link['status'];
export type PayerCurrency = Link['currency'];

/** The two kinds of links: each has a list, a form and operations of its own, with the same fields. */
export type LinkKind = Schemas['ReceivedPayment']['kind'];

/** The address of the list of a kind. */
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

/** The currency of the amount of a link: the payer's for `charge`, else the wallet's. */
export function amountCurrency(link: Pick<Link, 'amount_type' | 'currency' | 'currency_destiny'>): string {
  return link.amount_type === 'charge' ? link.currency : link.currency_destiny;
}

/** Whether the link waits for its payment or for the settlement of a debit. */
export function isOpen(status: LinkStatus): boolean {
  return status === 'active' || status === 'processing' || status === 'in_transit';
}
