import type { Schemas } from '../api/client';
import { isOpen, type Link } from './kind';
import type { Delivery } from './queries';

type Payment = Pick<Schemas['ReceivedPayment'], 'created_at' | 'credited_at' | 'returned_at'>;

/** Something that happened to a link or will; `at` is null until it happens. */
export type Step =
  | { kind: 'created' | 'paid' | 'credited' | 'returned' | 'cancelled' | 'expired' | 'notified'; at: string | null }
  | { kind: 'delivered' | 'deliveryFailed' | 'deliveryPending'; at: string | null; delivery: Delivery };

interface Sources {
  link: Pick<Link, 'status' | 'created_at' | 'updated_at' | 'expires_at'>;
  payment: Payment | undefined;
  /** The newest first; undefined when the user may not see them. */
  deliveries: readonly Delivery[] | undefined;
}

/** From created to paid, credited and told to the merchant's systems: first what has happened, then what is to come. */
export function timelineOf(sources: Sources): Step[] {
  const steps = [...linkSteps(sources), ...deliverySteps(sources)];
  const done = steps.filter((step): step is Step & { at: string } => step.at !== null);
  // Text of the same format: it sorts as time does.
  done.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return [...done, ...steps.filter(({ at }) => at === null)];
}

function linkSteps({ link, payment }: Sources): Step[] {
  const created: Step = { kind: 'created', at: link.created_at };
  if (!payment && link.status === 'cancelled') return [created, { kind: 'cancelled', at: link.updated_at }];
  if (!payment && link.status === 'expired') {
    return [created, { kind: 'expired', at: link.expires_at ?? link.updated_at }];
  }
  const { created_at: paid = null, credited_at: credited = null, returned_at: returned = null } = payment ?? {};
  return [
    created,
    { kind: 'paid', at: paid },
    // A debit can come back before it was credited.
    ...(credited === null && returned !== null ? [] : [{ kind: 'credited' as const, at: credited }]),
    ...(returned === null ? [] : [{ kind: 'returned' as const, at: returned }]),
  ];
}

function deliverySteps({ link, deliveries }: Sources): Step[] {
  if (deliveries === undefined) return [];
  if (deliveries.length === 0) return isOpen(link.status) ? [{ kind: 'notified', at: null }] : [];
  return latest(deliveries).map((delivery) => {
    if (delivery.status === 'delivered') return { kind: 'delivered', at: delivery.delivered_at, delivery };
    if (delivery.status === 'pending') return { kind: 'deliveryPending', at: null, delivery };
    return { kind: 'deliveryFailed', at: delivery.attempts.at(-1)?.at ?? delivery.created_at, delivery };
  });
}

/** Of the deliveries of one event to one address, the newest: the others were sent again. */
function latest(deliveries: readonly Delivery[]): Delivery[] {
  const seen = new Set<string>();
  return deliveries.filter(({ event_id: event, url }) => {
    const key = `${event} ${url}`;
    return !seen.has(key) && seen.add(key);
  });
}
