import { COLLECTION, REFUND, REVERSAL } from '@app/payment-links';
import { isUuid } from '@app/kernel';
import { MessageRejectedError, type Fact, type Hint, type ProviderMessage, type Reading } from '@app/rails';
import { PAYOUT } from '@app/transfers';
import { idIn, parseObject, type Json } from '../json';
import { bodyObject, malformedMessage } from '../json-message';
import { idOfSent, ourSentId } from '../sent-ids';
import {
  chargebackFacts,
  chargebackReference,
  chargebackState,
  markIn,
  paidAtIn,
  paymentFact,
  paymentState,
  refundFact,
  refundState,
  sentRefundId,
} from './dlocal-facts';
import { DLOCAL, isAuthorization, isChargebackId, moneyIn } from './dlocal-wire';

/** Whose signature makes a message dLocal's. */
export interface DlocalSigner {
  readonly login: string;
  /** Each of them verifies. */
  readonly secretKeys: readonly string[];
}

/**
 * Reads a message of dLocal. Payments, refunds and chargebacks are signed as our calls are, over a date that may be old:
 * throws `MessageRejectedError` for any other signature, and for a body that is no JSON object or whose money cannot be
 * read. dLocal does not sign what it says about payouts, which therefore only makes the worker ask.
 */
export function readMessage(signer: DlocalSigner, message: ProviderMessage): Reading {
  const payout = payoutIn(parseObject(message.body.toString('utf8')));
  if (payout !== undefined) return readPayout(payout);
  assertSigned(signer, message);
  const json = bodyObject(message);
  if (json['payment_id'] === undefined) return readPayment(json);
  const [id, order] = [idIn(json, 'id'), json['order_id']];
  if (id === undefined) throw malformedMessage('it has no id');
  // What belongs to a payment of somebody else is nothing of ours.
  if (typeof order === 'string' && ourSentId(order) === undefined) return NOTHING;
  return isChargebackId(id) || chargebackState(json) ? readChargeback(id, json) : readRefund(id, json, message);
}

const NOTHING: Reading = { facts: [], hints: [] };

/** The `external_id` of a message about a payout; undefined for any other message. */
function payoutIn(json: Json | undefined): unknown {
  return json && json['order_id'] === undefined && json['payment_id'] === undefined ? json['external_id'] : undefined;
}

function readPayout(externalId: unknown): Reading {
  const sent = ourSentId(externalId);
  if (sent === undefined) return NOTHING;
  return {
    facts: [],
    hints: [{ provider: DLOCAL, kind: PAYOUT, reference: idOfSent(sent).toLowerCase(), isUnsigned: true }],
  };
}

function assertSigned({ login, secretKeys }: DlocalSigner, { headers, body }: ProviderMessage): void {
  const [authorization, date] = [headers['authorization'], headers['x-date']];
  if (typeof authorization === 'string' && typeof date === 'string') {
    if (isAuthorization(authorization, secretKeys, { login, date, body })) return;
  }
  throw new MessageRejectedError('INVALID_SIGNATURE', 'The signature of the message is missing or wrong.');
}

/** An unknown status makes the worker ask, and keep asking until it is one that we know. */
function readPayment(json: Json): Reading {
  const [id, order, state] = [idIn(json, 'id'), ourSentId(json['order_id']), paymentState(json)];
  if (order === undefined) return NOTHING;
  if (!state) return hint(COLLECTION, order);
  const paid = moneyIn(json);
  if (id === undefined || !paid) throw malformedMessage('it has no id, or no amount that is one');
  const fact = paymentFact(id, order, state, { paid, paidAt: paidAtIn(json) });
  return factsOf(fact ? [fact] : []);
}

/** A refund of ours is known by what we sent with it; about any other the worker asks whose it is. */
function readRefund(id: string, json: Json, { query }: ProviderMessage): Reading {
  const sent = sentRefundId(json);
  if (sent !== undefined) {
    const [fact, state] = [refundFact(sent, json), refundState(json)];
    if (!fact && state === 'completed') throw malformedMessage('it has no amount that is one');
    return state ? factsOf(fact ? [fact] : []) : hint(REFUND, idOfSent(sent).toLowerCase());
  }
  // The query is not signed: it only says which refund to ask about.
  const mark = markIn(query);
  const ours = mark === undefined ? '' : idOfSent(mark).toLowerCase();
  return isUuid(ours) ? hint(REFUND, ours) : hint(REVERSAL, id);
}

function readChargeback(id: string, json: Json): Reading {
  if (!chargebackState(json)) return NOTHING;
  const order = ourSentId(json['order_id']);
  if (order === undefined) return hint(REVERSAL, chargebackReference(id));
  const facts = chargebackFacts(order, json);
  if (facts.length === 0) throw malformedMessage('it has no amount that is one');
  // The worker keeps asking about one that can still be won or lost.
  const { hints } = chargebackState(json) === 'taken' ? hint(REVERSAL, chargebackReference(id)) : NOTHING;
  return { facts, hints };
}

function factsOf(facts: readonly Fact[]): Reading {
  return { facts, hints: [] };
}

function hint(kind: Hint['kind'], reference: string): Reading {
  return { facts: [], hints: [{ provider: DLOCAL, kind, reference }] };
}
