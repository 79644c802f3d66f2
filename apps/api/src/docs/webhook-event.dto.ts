import { CARD, LINK_STATUSES, PAYMENT_METHODS } from '@app/payment-links';
import { PAYOUT_TYPES } from '@app/transfers';
import { EVENT_NAMES, type EventName } from '@app/webhooks';
import { ApiSchema } from '@nestjs/swagger';
import {
  AmountProperty,
  ChoiceProperty,
  CurrencyProperty,
  FlagProperty,
  ObjectProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
} from '../http/properties';

type EventModel = 'PaymentEvent' | 'PaymentReturnedEvent' | 'LinkEvent' | 'PayoutEvent';

/** The model of each event, and its heading. */
export const EVENTS: Readonly<Record<EventName, readonly [model: EventModel, summary: string]>> = {
  'payment.completed': ['PaymentEvent', 'A payment was credited'],
  'payment.returned': ['PaymentReturnedEvent', 'A debit was returned, a refund completed, or a payment is disputed'],
  'payment_link.cancelled': ['LinkEvent', 'A link was cancelled'],
  'payment_link.expired': ['LinkEvent', 'The time to pay ran out'],
  'payout.completed': ['PayoutEvent', 'A payout or transfer arrived'],
  'payout.failed': ['PayoutEvent', 'A payout or transfer failed, and its money is available again'],
};

const METHODS = [...PAYMENT_METHODS.map(({ code }) => code), CARD];

/** What events about links have in common. */
@ApiSchema({ name: 'LinkEventData' })
export class LinkEventDataDto {
  @UuidProperty('The link.', { example: '01a1fbb7-9b35-7ffd-bcff-64a5f20d30e1' })
  payment_link_id!: string;

  @ChoiceProperty('The kind of the link.', ['payment_link', 'card_payment_link'], { example: 'payment_link' })
  kind!: string;

  @ChoiceProperty('The state that the link was in when the event happened.', LINK_STATUSES, { example: 'cancelled' })
  status!: string;

  @AmountProperty('The declared amount.', { example: '500.00' })
  amount!: string;

  @CurrencyProperty('The currency of the payer.', { example: 'BRL' })
  currency!: string;

  @CurrencyProperty('The currency of the wallet.', { example: 'ARS' })
  currency_destiny!: string;

  @TextProperty('What is being paid.', { example: 'Order 1002' })
  description!: string;

  @TextProperty('The shop’s own number of the order, as given when the link was created.', {
    nullable: true,
    example: 'A-1002',
  })
  reference!: string | null;

  @ChoiceProperty(`The method that the payer chose, null before that; \`${CARD}\` on a paid card link.`, METHODS, {
    nullable: true,
    example: null,
  })
  payment_method!: string | null;
}

@ApiSchema({ name: 'PaymentEventFees' })
export class PaymentEventFeesDto {
  @AmountProperty('The collection fee.', { example: '3200.00' })
  collection!: string;

  @AmountProperty('The conversion fee.', { example: '1000.00' })
  conversion!: string;
}

@ApiSchema({ name: 'PaymentReturn' })
export class PaymentReturnDto {
  @ChoiceProperty('What took it.', ['debit', 'refund', 'dispute'], { example: 'refund' })
  type!: string;

  @UuidProperty('The received payment of a debit, or the refund or the dispute.', {
    example: '01a20012-8d5f-7a3c-9b1e-4f6a7c8d9e0f',
  })
  id!: string;

  @AmountProperty('What was taken, in the currency of the payer.', { example: '100.00' })
  amount!: string;

  @CurrencyProperty('The currency of the payer.', { example: 'BRL' })
  currency!: string;

  @AmountProperty('What left the wallet, in its currency.', { example: '20000.00' })
  wallet_amount!: string;
}

@ApiSchema({ name: 'PaymentEventData' })
export class PaymentEventDataDto extends LinkEventDataDto {
  @AmountProperty('What the payer paid, in the currency of the payer.', { example: '500.00' })
  payer_amount!: string;

  @AmountProperty('What was credited to the wallet.', { example: '95800.00' })
  credited_amount!: string;

  @ObjectProperty('The fees, in the currency of the wallet.', PaymentEventFeesDto)
  fees!: PaymentEventFeesDto;

  @TextProperty('The rate that was applied; null without a conversion.', { nullable: true, example: '200' })
  exchange_rate!: string | null;

  @TimeProperty('When the payment completed.', { example: '2026-11-21T01:27:56.510Z' })
  paid_at!: string;

  @TimeProperty('When the debit was returned, the refund completed or the dispute opened.', {
    nullable: true,
    example: null,
  })
  returned_at!: string | null;
}

@ApiSchema({ name: 'PaymentReturnedEventData' })
export class PaymentReturnedEventDataDto extends PaymentEventDataDto {
  @ObjectProperty('The part of the payment that was taken.', PaymentReturnDto)
  return!: PaymentReturnDto;
}

@ApiSchema({ name: 'PayoutEventData' })
export class PayoutEventDataDto {
  @UuidProperty('The payout.', { example: '01a1fbc2-04d1-7b0e-9f6a-2c1d8e7a5b43' })
  payout_id!: string;

  @ChoiceProperty('To the account itself, or to a beneficiary.', PAYOUT_TYPES, { example: 'payout' })
  type!: string;

  @TextProperty('The state that the payout is in.', { example: 'completed' })
  status!: string;

  @AmountProperty('What left the wallet.', { example: '10000.00' })
  amount!: string;

  @CurrencyProperty('The currency of the wallet.', { example: 'ARS' })
  currency!: string;

  @AmountProperty('What the recipient gets.', { example: '9840.00' })
  destination_amount!: string;

  @CurrencyProperty('The currency that the recipient gets.', { example: 'ARS' })
  destination_currency!: string;

  @TextProperty('Why it failed.', { nullable: true, example: null })
  failure_reason!: string | null;

  @TimeProperty('When it came back after it had arrived.', { nullable: true, example: null })
  returned_at!: string | null;
}

class EventDto {
  @FlagProperty('True in a test event, whose data are an example; absent from others.', {
    optional: true,
    example: true,
  })
  test?: boolean;

  @UuidProperty('The event, the same at every destination. Use it to recognise a delivery that arrives twice.', {
    example: '01a1fbb7-9b61-76fa-a015-a11abbaef708',
  })
  id!: string;

  @TimeProperty('When it happened.', { example: '2026-11-21T01:27:56.510Z' })
  created_at!: string;
}

function eventOf(model: EventModel): PropertyDecorator {
  const events = EVENT_NAMES.filter((event) => EVENTS[event][0] === model);
  return ChoiceProperty('What happened.', events, { example: events[0] });
}

@ApiSchema({ name: 'PaymentEvent' })
export class PaymentEventDto extends EventDto {
  @eventOf('PaymentEvent')
  event!: string;

  @ObjectProperty('The payment and its link.', PaymentEventDataDto)
  data!: PaymentEventDataDto;
}

@ApiSchema({ name: 'PaymentReturnedEvent' })
export class PaymentReturnedEventDto extends EventDto {
  @eventOf('PaymentReturnedEvent')
  event!: string;

  @ObjectProperty('The payment and its link, and the part that was taken.', PaymentReturnedEventDataDto)
  data!: PaymentReturnedEventDataDto;
}

@ApiSchema({ name: 'LinkEvent' })
export class LinkEventDto extends EventDto {
  @eventOf('LinkEvent')
  event!: string;

  @ObjectProperty('The link.', LinkEventDataDto)
  data!: LinkEventDataDto;
}

@ApiSchema({ name: 'PayoutEvent' })
export class PayoutEventDto extends EventDto {
  @eventOf('PayoutEvent')
  event!: string;

  @ObjectProperty('The payout.', PayoutEventDataDto)
  data!: PayoutEventDataDto;
}
