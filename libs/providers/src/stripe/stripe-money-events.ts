import { DEPOSIT } from '@app/payment-links';
import type { Reading } from '@app/rails';
import { PAYOUT } from '@app/transfers';
import { idIn } from '../json';
import type { EventReader, EventReaders, StripeEvent } from './stripe-events';
import { STRIPE } from './stripe-wire';

const PAYMENT = 'v2.money_management.outbound_payment';
const CREDIT = 'v2.money_management.received_credit';

/** Payouts, and deposits on USD accounts. These events are thin: they name their object by Stripe's id, and nothing else. */
export const MONEY_EVENTS: EventReaders = {
  [`${PAYMENT}.posted`]: askAbout(PAYOUT),
  [`${PAYMENT}.failed`]: askAbout(PAYOUT),
  [`${PAYMENT}.canceled`]: askAbout(PAYOUT),
  [`${PAYMENT}.returned`]: askAbout(PAYOUT),
  [`${CREDIT}.succeeded`]: askAbout(DEPOSIT),
  [`${CREDIT}.returned`]: askAbout(DEPOSIT),
};

function askAbout(kind: string): EventReader {
  return ({ related }: StripeEvent): Partial<Reading> => {
    const reference = idIn(related, 'id');
    return reference === undefined ? {} : { hints: [{ provider: STRIPE, kind, reference }] };
  };
}
