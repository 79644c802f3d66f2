import { Money, type UnsupportedAmount } from '@app/kernel';
import type { Fact } from '@app/rails';
import { toPayoutFact, type RailKnowledge } from '@app/transfers';
import { idIn, shownText, type Json } from '../json';
import { idOfSent } from '../sent-ids';
import { DLOCAL, moneyIn } from './dlocal-wire';

export type DlocalPayoutState = 'processing' | 'completed' | 'failed' | undefined;

const STATES: Readonly<Record<string, DlocalPayoutState>> = {
  PENDING: 'processing',
  DELIVERED: 'processing',
  PAID: 'completed',
  REJECTED: 'failed',
  CANCELLED: 'failed',
};

/** On hold by us, for compliance, or for what else. */
const ON_HOLD = /^ON_HOLD(?:_|$)/;

/** Undefined for a status that we do not know: neither success nor failure. */
export function stateOf({ status }: Json): DlocalPayoutState {
  if (typeof status !== 'string') return undefined;
  if (ON_HOLD.test(status)) return 'processing';
  return Object.hasOwn(STATES, status) ? STATES[status] : undefined;
}

/** Throws when it is another payout than the one with our id, so that no response is taken for another's. */
export function assertAbout(payout: Json, externalId: string): void {
  if (payout['external_id'] !== externalId) throw new Error('dLocal responded about another payout');
}

/**
 * What the recipient gets. Throws unless it is a positive decimal and a currency, and when the currency that is paid is
 * another: what the recipient gets is unknown then.
 */
export function amountIn(payout: Json): Money | UnsupportedAmount {
  const { currency, currency_to_pay: paid } = payout;
  if (paid !== undefined && paid !== null && paid !== currency) throw new Error('dLocal pays out in another currency');
  const reported = moneyIn(payout);
  if (!reported) throw new Error('dLocal gave no amount for the payout');
  return reported;
}

/** dLocal's id of the payout, which its support knows it by. */
export function referenceOf(payout: Json, externalId: string): string {
  return idIn(payout, 'id') ?? externalId;
}

/** Why the payout failed, in dLocal's words. */
export function failureOf(payout: Json): string | null {
  return shownText(payout['status_detail']) ?? shownText(payout['status']);
}

/** What the worker gets to know. */
export function knowledgeOf(payout: Json, externalId: string): RailKnowledge {
  const reference = referenceOf(payout, externalId);
  const state = stateOf(payout);
  if (state === 'failed') return { state, reference, reason: failureOf(payout) };
  if (state !== 'completed') return { state: 'processing', reference };
  const amount = amountIn(payout);
  if (amount instanceof Money) return { state, reference, amount };
  throw new Error(`dLocal paid ${amount.amount} ${amount.currency}`);
}

/** What the payout says about itself: undefined until it is paid or has failed. */
export function payoutFact(payout: Json, externalId: string): Fact | undefined {
  const about = {
    provider: DLOCAL,
    reference: idOfSent(externalId),
    providerReference: referenceOf(payout, externalId),
  };
  switch (stateOf(payout)) {
    case 'completed': {
      const [id, amount] = [`${externalId}:completed`, amountIn(payout)];
      return toPayoutFact({ ...about, id, type: 'payout.completed', amount, reason: null });
    }
    case 'failed': {
      const [id, reason] = [`${externalId}:failed`, failureOf(payout)];
      return toPayoutFact({ ...about, id, type: 'payout.failed', amount: null, reason });
    }
    default:
      return undefined;
  }
}
