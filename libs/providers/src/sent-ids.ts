import { isId } from './json';

/** What our ids begin with at providers, whose accounts may have objects of others too. */
const OURS = 'sp-';

/** Our id of an order, payout or refund as a provider gets it. */
export function sentIdOf(id: string): string {
  return OURS + id;
}

/** The idempotency key of a submission of what has that id: a provider may keep what it refused under a key. */
export function keyOf(id: string, submission: number): string {
  return submission === 1 ? id : `${id}:${submission}`;
}

/** The id in a message, if it is one that we sent. */
export function ourSentId(value: unknown): string | undefined {
  return isId(value) && value.startsWith(OURS) && value.length > OURS.length ? value : undefined;
}

/** Our id of the object that has the id at the provider. */
export function idOfSent(sent: string): string {
  return sent.slice(OURS.length);
}
