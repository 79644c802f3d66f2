import type { Schemas } from '../api/client';

/** The page of the link that a delivery is about. Only the payload has the kind of the link. */
export function linkPage({
  payment_link_id: id,
  payload,
}: Pick<Schemas['WebhookDelivery'], 'payment_link_id' | 'payload'>) {
  const { data } = payload as { data?: { kind?: unknown } };
  return data?.kind === 'card_payment_link' ? `/links/cards/${id}` : `/links/${id}`;
}
