import { COLLECTION, REVERSAL, toReversalFact } from '@app/payment-links';
import { MessageRejectedError, type Fact, type ProviderMessage, type Reading } from '@app/rails';
import { PAYOUT } from '@app/transfers';
import { verify, type KeyObject } from 'node:crypto';
import {
  failedFact,
  failureReason,
  lapsedFact,
  paidFact,
  receivedFact,
  returnIn,
  returnReference,
} from './woovi-facts';
import { bodyObject, malformedMessage } from '../json-message';
import { idIn, objectIn, shownText, type Json } from '../json';
import { ourSentId } from '../sent-ids';
import { moneyOf, WOOVI } from './woovi-wire';

const NO_AMOUNT = 'value is not a positive whole number of centavos';

type Reader = (json: Json) => Partial<Reading>;

/** The messages that matter; what they say about objects that are not ours is nothing. */
const READERS: Readonly<Record<string, Reader>> = {
  CHARGE_COMPLETED: readReceived,
  CHARGE_COMPLETED_NOT_SAME_CUSTOMER_PAYER: readReceived,
  // The same payment as in the message about the charge; a second payment of the charge may have this one only.
  TRANSACTION_RECEIVED: readReceived,
  CHARGE_EXPIRED: (json) => ofCharge(json, lapsedFact),
  // These name the charge or its payment, and not always the refund: the worker asks for the refunds of the charge.
  TRANSACTION_REFUND_RECEIVED: readRefunded,
  PIX_TRANSACTION_REFUND_SENT_CONFIRMED: readRefunded,
  PIX_TRANSACTION_REFUND_SENT_REJECTED: readRefunded,
  PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED: readReturned,
  MOVEMENT_CONFIRMED: readPaid,
  MOVEMENT_FAILED: (json) => ofPayment(json, (correlation) => failedFact(correlation, failureReason(json))),
  MOVEMENT_REMOVED: (json) =>
    ofPayment(json, (correlation) => failedFact(correlation, 'the payment was removed at Woovi')),
  DISPUTE_ACCEPTED: readDispute,
};

/**
 * Reads a message that Woovi signed: RSA-SHA256 over the exact body, in base64, by any of the keys. Throws
 * `MessageRejectedError` unless the signature is right and the body is a JSON object whose amounts are whole centavos.
 */
export function readMessage(keys: readonly KeyObject[], message: ProviderMessage): Reading {
  assertSigned(keys, message.headers['x-webhook-signature'], message.body);
  const json = bodyObject(message);
  const event = typeof json['event'] === 'string' ? json['event'].replace(/^.*:/, '') : '';
  const { facts = [], hints = [] } = (Object.hasOwn(READERS, event) && READERS[event]?.(json)) || {};
  return { facts, hints };
}

function assertSigned(keys: readonly KeyObject[], header: string | string[] | undefined, body: Buffer): void {
  if (typeof header === 'string' && header !== '') {
    const signature = Buffer.from(header, 'base64');
    if (keys.some((key) => verify('RSA-SHA256', body, key, signature))) return;
  }
  throw new MessageRejectedError('INVALID_SIGNATURE', 'The signature of the message is missing or wrong.');
}

function amountIn(json: Json) {
  const amount = moneyOf(json['value']);
  if (!amount) throw malformedMessage(NO_AMOUNT);
  return amount;
}

function ofCharge(json: Json, say: (correlation: string, charge: Json) => Fact): Partial<Reading> {
  const charge = objectIn(json, 'charge');
  const correlation = ourSentId(charge['correlationID']);
  return correlation === undefined ? {} : { facts: [say(correlation, charge)] };
}

function ofPayment(json: Json, say: (correlation: string, payment: Json) => Fact): Partial<Reading> {
  const payment = objectIn(json, 'payment');
  const correlation = ourSentId(payment['correlationID']);
  return correlation === undefined ? {} : { facts: [say(correlation, payment)] };
}

/** What arrived is in `pix`; the charge says what was asked for. Without its name, the worker asks for the payments. */
function readReceived(json: Json): Partial<Reading> {
  const reference = ourSentId(objectIn(json, 'charge')['correlationID']);
  if (reference === undefined) return {};
  const pix = objectIn(json, 'pix');
  if (idIn(pix, 'endToEndId') === undefined) return { hints: [{ provider: WOOVI, kind: COLLECTION, reference }] };
  const fact = receivedFact(reference, pix);
  if (!fact) throw malformedMessage(NO_AMOUNT);
  return { facts: [fact] };
}

function readRefunded(json: Json): Partial<Reading> {
  const original = objectIn(json, 'originalTransaction');
  const places = [json, objectIn(json, 'pix'), original, objectIn(json, 'refundTransaction')];
  const reference = places
    .map((each) => ourSentId(objectIn(each, 'charge')['correlationID']))
    .find((each) => each !== undefined);
  if (reference !== undefined) return { hints: [{ provider: WOOVI, kind: COLLECTION, reference }] };
  const payment = idIn(original, 'endToEndId');
  return payment === undefined ? {} : { hints: [{ provider: WOOVI, kind: REVERSAL, reference: payment }] };
}

/** The worker asks about the payout too, so that its Pix transaction is stored: a return names only that. */
function readPaid(json: Json): Partial<Reading> {
  const { facts = [] } = ofPayment(json, (correlation, payment) => paidFact(correlation, amountIn(payment), json));
  const hints = facts.map(({ reference }) => ({ provider: WOOVI, kind: PAYOUT, reference }));
  return { facts, hints };
}

/** Money of a payout came back, whose payout the worker finds by the Pix transaction. */
function readReturned(json: Json): Partial<Reading> {
  const [returned, original] = [objectIn(json, 'refundTransaction'), objectIn(json, 'originalTransaction')];
  const [returnedBy, paidBy] = [idIn(returned, 'endToEndId'), idIn(original, 'endToEndId')];
  if (returnedBy === undefined || paidBy === undefined) return {};
  amountIn(returned);
  const reference = returnReference({ paidBy, returnedBy, centavos: Number(returned['value']) });
  if (!returnIn(reference)) throw malformedMessage('a Pix transaction has a name that is none');
  return { hints: [{ provider: WOOVI, kind: PAYOUT, reference }] };
}

/**
 * An accepted dispute has taken the money, and that is final. Woovi names it by the Pix transaction alone, so that a
 * payment has one dispute; another amount of it is a fact of its own.
 */
function readDispute(json: Json): Partial<Reading> {
  const dispute = objectIn(json, 'dispute');
  const endToEndId = idIn(dispute, 'endToEndId');
  if (endToEndId === undefined) return {};
  const [amount, reason] = [amountIn(dispute), shownText(dispute['disputeReason'])];
  const about = { provider: WOOVI, reference: endToEndId, providerReference: endToEndId, amount, reason };
  return {
    facts: [
      toReversalFact({ ...about, id: disputedId(dispute, endToEndId), type: 'dispute.opened' }),
      toReversalFact({ ...about, id: `${endToEndId}:lost`, type: 'dispute.lost' }),
    ],
  };
}

function disputedId({ value }: Json, endToEndId: string): string {
  return `${endToEndId}:${String(value)}:disputed`;
}
