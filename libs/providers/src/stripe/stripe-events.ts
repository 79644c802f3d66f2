import type { Reading } from '@app/rails';
import type { Json } from '../json';

/** What a message of Stripe is about. */
export interface StripeEvent {
  /** Such as `checkout.session.completed`. */
  readonly type: string;
  /** The object as it was then; empty in a thin event. */
  readonly object: Json;
  /** What a thin event names of its object: `id`, `type` and `url`; empty in any other. */
  readonly related: Json;
}

/** Says what an event means. Throws `malformedMessage` where money cannot be read. */
export type EventReader = (event: StripeEvent) => Partial<Reading>;

/** By the type of the event. */
export type EventReaders = Readonly<Record<string, EventReader>>;
