import { verifySignature } from '@app/kernel';
import { MessageRejectedError, type ProviderMessage, type Reading } from '@app/rails';
import { bodyObject } from '../json-message';
import { CARD_EVENTS } from './stripe-card-events';
import { DEBIT_EVENTS } from './stripe-debit-events';
import type { EventReader, EventReaders, StripeEvent } from './stripe-events';
import { objectIn, type Json } from '../json';
import { MONEY_EVENTS } from './stripe-money-events';
import { REVERSAL_EVENTS } from './stripe-reversal-events';

/** The events that matter, by what they are about; what they say about objects that are not ours is nothing. */
const TABLES: readonly EventReaders[] = [CARD_EVENTS, DEBIT_EVENTS, MONEY_EVENTS, REVERSAL_EVENTS];

/**
 * Reads a message that Stripe signed with any of the secrets within five minutes of its arrival. Throws
 * `MessageRejectedError` unless the signature is right and the body is a JSON object whose amounts are whole minor units.
 */
export function readMessage(secrets: readonly string[], message: ProviderMessage): Reading {
  assertSigned(secrets, message);
  const event = eventOf(bodyObject(message));
  const { facts = [], hints = [] } = readerOf(event.type)?.(event) ?? {};
  return { facts, hints };
}

/** The header has the time and a signature for each secret that is in use at Stripe: `t=1492774577,v1=…,v1=…`. */
function assertSigned(secrets: readonly string[], { headers, body, now }: ProviderMessage): void {
  const header = headers['stripe-signature'];
  const parts = (typeof header === 'string' ? header : '').split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.flatMap((part) => (part.startsWith(`${name}=`) ? part.slice(name.length + 1) : []));
  const [timestamp] = valuesOf('t');
  const isSigned = valuesOf('v1').some((signature) =>
    verifySignature({ timestamp, signature: `sha256=${signature}`, body }, secrets, now),
  );
  if (!isSigned) {
    throw new MessageRejectedError('INVALID_SIGNATURE', 'The signature of the message is missing, wrong or too old.');
  }
}

function eventOf(json: Json): StripeEvent {
  const type = typeof json['type'] === 'string' ? json['type'] : '';
  return { type, object: objectIn(objectIn(json, 'data'), 'object'), related: objectIn(json, 'related_object') };
}

function readerOf(type: string): EventReader | undefined {
  return TABLES.find((table) => Object.hasOwn(table, type))?.[type];
}
