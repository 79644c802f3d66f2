import { MessageRejectedError, type ProviderMessage, type Reading } from '@app/rails';
import { PAYOUT } from '@app/transfers';
import { isId, parseObject, type Json } from '../json';
import { bodyObject } from '../json-message';
import { idOfSent, ourSentId } from '../sent-ids';
import { refundFact, sentRefundId } from './dlocal-facts';
import { DLOCAL, isAuthorization } from './dlocal-wire';

/** Whose signature makes a message dLocal's. */
export interface DlocalSigner {
  readonly login: string;
  /** Each of them verifies. */
  readonly secretKeys: readonly string[];
}

/**
 * Reads a message of dLocal. Payments, refunds and chargebacks are signed as our calls are, over a date that may be old:
 * throws `MessageRejectedError` for any other signature, and for a body that is no JSON object. dLocal does not sign what
 * it says about payouts, which therefore only makes the worker ask.
 */
export function readMessage(signer: DlocalSigner, message: ProviderMessage): Reading {
  const payout = payoutIn(parseObject(message.body.toString('utf8')));
  if (payout !== undefined) return readPayout(payout);
  assertSigned(signer, message);
  const json = bodyObject(message);
  if (isId(json['payment_id'])) return readRefund(json);
  return NOTHING;
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

function readRefund(json: Json): Reading {
  const sent = sentRefundId(json);
  const fact = sent === undefined ? undefined : refundFact(sent, json);
  return { facts: fact ? [fact] : [], hints: [] };
}
