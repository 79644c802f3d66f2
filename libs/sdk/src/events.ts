/** Amounts are decimal text in the currency that the field's name says. Times are ISO 8601 in UTC. */
export interface LinkEventData {
  payment_link_id: string;
  kind: 'payment_link' | 'card_payment_link';
  status: string;
  amount: string;
  currency: string;
  currency_destiny: string;
  description: string;
  /** Your own number of the order, as given when the link was created. */
  reference: string | null;
  payment_method: string | null;
}

/** The part of a payment that a returned debit, a refund or a dispute took. */
export interface PaymentReturn {
  type: 'debit' | 'refund' | 'dispute';
  /** Of the received payment of the debit, of the refund or of the dispute. */
  id: string;
  /** In the currency of the payer. */
  amount: string;
  currency: string;
  /** In the currency of the wallet. */
  wallet_amount: string;
}

export interface PaymentEventData extends LinkEventData {
  /** What the payer paid, in `currency`. */
  payer_amount: string;
  /** What the wallet received, in `currency_destiny`. */
  credited_amount: string;
  fees: { collection: string; conversion: string };
  exchange_rate: string | null;
  paid_at: string;
  returned_at: string | null;
}

export interface PaymentReturnedEventData extends PaymentEventData {
  return: PaymentReturn;
}

export interface PayoutEventData {
  payout_id: string;
  type: 'payout' | 'transfer';
  status: string;
  amount: string;
  currency: string;
  destination_amount: string | null;
  destination_currency: string;
  failure_reason: string | null;
  /** When the payout was returned after its completion. */
  returned_at: string | null;
}

interface Event<Name extends string, Data> {
  /** The event's own id, the same at every destination and in every attempt: remember it to act once. */
  id: string;
  event: Name;
  created_at: string;
  /** True in a test event, whose data are an example. Real events do not have it. */
  test?: true;
  data: Data;
}

export type PaymentCompletedEvent = Event<'payment.completed', PaymentEventData>;
export type PaymentReturnedEvent = Event<'payment.returned', PaymentReturnedEventData>;
export type PaymentLinkCancelledEvent = Event<'payment_link.cancelled', LinkEventData>;
export type PaymentLinkExpiredEvent = Event<'payment_link.expired', LinkEventData>;
export type PayoutCompletedEvent = Event<'payout.completed', PayoutEventData>;
export type PayoutFailedEvent = Event<'payout.failed', PayoutEventData>;

/**
 * Distinguished by `event`. Names that a later version of the service adds can arrive too: give a `switch` a `default`.
 */
export type WebhookEvent =
  | PaymentCompletedEvent
  | PaymentReturnedEvent
  | PaymentLinkCancelledEvent
  | PaymentLinkExpiredEvent
  | PayoutCompletedEvent
  | PayoutFailedEvent;

export type EventName = WebhookEvent['event'];
