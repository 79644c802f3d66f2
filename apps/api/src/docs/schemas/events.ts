import type { EventName } from '@app/webhooks';
import { chosenMethod, linkState } from './collection';
import { amount, answer, currency, oneOf, orNull, ref, text, time, uuid, type Schema } from '../../http/schema';

const link = {
  payment_link_id: uuid('The link.'),
  kind: oneOf('The lane of the link.', 'payment_link', 'card_payment_link'),
  status: linkState('The state that the link was in then.'),
  amount: amount('The declared amount.'),
  currency: currency('The currency of the payer.'),
  currency_destiny: currency('The currency of the wallet.'),
  description: text('What is being paid.'),
  payment_method: chosenMethod,
};

const payout = {
  payout_id: uuid('The payout.'),
  type: oneOf('To the account itself, or to a beneficiary.', 'payout', 'transfer'),
  status: text('The state that the payout is in now.'),
  amount: amount('What left the wallet.'),
  currency: currency('The currency of the wallet.'),
  destination_amount: amount('What the recipient gets.'),
  destination_currency: currency('The currency that the recipient gets.'),
  failure_reason: orNull(text('Why it failed.')),
};

const payload = (events: readonly EventName[], data: string): Schema =>
  answer({
    id: uuid('The event, the same at every destination. Use it to notice repetitions.'),
    event: oneOf('What happened.', ...events),
    created_at: time('When it happened.'),
    data: ref(data),
  });

export const EVENTS = {
  LinkEventData: answer(link),
  PaymentEventData: answer({
    ...link,
    payer_amount: amount('What the payer paid, in the currency of the payer.'),
    credited_amount: amount('What the wallet was credited with.'),
    fees: answer({ collection: amount('The collection fee.'), conversion: amount('The conversion fee.') }),
    exchange_rate: orNull(text('The rate that was applied, null without a conversion.')),
    paid_at: time('When the payment completed.'),
    returned_at: orNull(time('When it was returned.')),
  }),
  PayoutEventData: answer(payout),
  PaymentEvent: payload(['payment.completed', 'payment.returned'], 'PaymentEventData'),
  LinkEvent: payload(['payment_link.cancelled', 'payment_link.expired'], 'LinkEventData'),
  PayoutEvent: payload(['payout.completed', 'payout.failed'], 'PayoutEventData'),
};
