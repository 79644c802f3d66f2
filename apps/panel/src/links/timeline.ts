import type { Schemas } from '../api/client';
import { isOpen, type Link } from './kind';
import type { Delivery } from './queries';

type Payment = Pick<Schemas['ReceivedPayment'], 'created_at' | 'credited_at' | 'returned_at'>;

/** A past or expected step of a link; `at` is null until it happens. */
export type Step =
  | { kind: 'created' | 'paid' | 'credited' | 'returned' | 'cancelled' | 'expired' | 'notified'; at: string | null }
  | { kind: 'delivered' | 'deliveryFailed' | 'deliveryPending'; at: string | null; delivery: Delivery };

interface Sources {
  link: Pick<Link, 'status' | 'created_at' | 'updated_at' | 'expires_at'>;
  payment: Payment | undefined;
  /** The newest first; undefined when the user may not see them. */
  deliveries: readonly Delivery[] | undefined;
}

/** The steps from creation to payment, credit and webhook delivery: first the past ones, then the expected ones. */
export function timelineOf(sources: Sources): Step[] {
  const steps = [...linkSteps(sources), ...deliverySteps(sources)];
  const done = steps.filter((step): step is Step & { at: string } => step.at !== null);
  // ISO 8601 texts of one format sort like times.
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
    // A debit can be returned before it is credited.
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

/** The newest delivery of each event to each address: the newest one is a resend of the others. */
function latest(deliveries: readonly Delivery[]): Delivery[] {
  const seen = new Set<string>();
  return deliveries.filter(({ event_id: event, url }) => {
    const key = `${event} ${url}`;
    return !seen.has(key) && seen.add(key);
  });
}
