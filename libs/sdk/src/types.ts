import type { EventName } from './events';

/** An amount to send. Prefer text: a computed number may carry unintended digits (`0.1 + 0.2`). */
export type AmountInput = number | string;

/** Values known today, or any other text that a later version of the service may send. */
type OrLater<Known extends string> = Known | (string & {});

export type PayerCurrency = 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
export type AmountType = 'receive' | 'charge';

export interface CreatePaymentLink {
  amount: AmountInput;
  /** The currency in which the payer pays. */
  currency: PayerCurrency;
  description: string;
  /** Which side `amount` fixes when the wallet has another currency. The service's default is `receive`. */
  amount_type?: AmountType;
  /** Puts the collection fee on top of what the payer pays, where the account has that enabled. */
  customer_paid_fee?: boolean;
  /**
   * An address for notifications about this link only. Its signature cannot be checked: read the link when it comes.
   */
  webhook_url?: string;
  /** Your own number of the order, 1 to 100 characters. The panel, its files and webhook events show it. */
  reference?: string;
  /** The address to which the checkout leads the payer back, with `payment_link_id` added to its query. */
  return_url?: string;
}

export interface CreatedPaymentLink {
  id: string;
  /** The checkout address, to be handed to the payer unchanged. */
  url: string;
  expires_at: string | null;
}

/** Treat a state that is not in this list as still open, never as a failure. */
export type PaymentLinkStatus = OrLater<
  'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned'
>;
export type CardPaymentLinkStatus = OrLater<'active' | 'completed' | 'cancelled' | 'expired'>;

/** A link as it is read. Its id was in the request and is not repeated. */
export interface PaymentLink<Status = PaymentLinkStatus> {
  /** The declared amount: in `currency` for a link of type `charge`, in `currency_destiny` for `receive`. */
  amount: string;
  currency: string;
  currency_destiny: string;
  description: string;
  expires_at: string | null;
  max_uses: number;
  current_uses: number;
  status: Status;
  checkout_url: string;
  payment_method: string | null;
  created_at: string;
  updated_at: string;
}

export type CardPaymentLink = PaymentLink<CardPaymentLinkStatus>;

export interface CancelledPaymentLink {
  id: string;
  status: PaymentLinkStatus;
}

export interface WebhookEndpoint {
  id: string;
  url: string;
  description: string | null;
  events: OrLater<EventName>[];
  is_active: boolean;
  created_at: string;
  last_triggered_at: string | null;
}

/**
 * The only responses with a `secret` are this one and `RotatedSecret`: keep it now. It is null when the first response was
 * lost and this one repeats it; then call `rotateSecret`.
 */
export interface CreatedWebhookEndpoint extends Omit<WebhookEndpoint, 'last_triggered_at'> {
  secret: string | null;
}

export interface RotatedSecret {
  id: string;
  secret: string;
}

export interface DeletedWebhookEndpoint {
  id: string;
  deleted: boolean;
}

export interface CreateWebhookEndpoint {
  url: string;
  description?: string | null;
  /** All events when omitted. */
  events?: readonly EventName[];
}

export interface UpdateWebhookEndpoint extends Partial<CreateWebhookEndpoint> {
  is_active?: boolean;
}

/** A currency that the account can hold. Look for it by name: the order has no meaning. */
export interface Wallet {
  currency: string;
}

export interface PaymentMethod {
  code: string;
  name: string;
  currency: string;
  country: string;
  type: string;
  min_amount: string;
  max_amount: string;
  expires_in_seconds: number | null;
}

export interface QuoteConversion {
  /** What leaves in `origin` with `charge`, what has to arrive in `destination` with `receive`. */
  amount: AmountInput;
  origin: string;
  destination: string;
  amount_type?: AmountType;
}

export interface ConversionQuote {
  origin: string;
  destination: string;
  amount_type: AmountType;
  origin_amount: string;
  destination_amount: string;
  rate: string;
  conversion_fee: { percentage: string; amount: string; currency: string };
  quoted_at: string;
}

export interface GetConversionRate {
  origin: string;
  destination: string;
  amount?: AmountInput;
}

export interface ConversionRate {
  origin: string;
  destination: string;
  rate: string;
  as_of: string;
  /** Both present when an amount was sent. */
  amount?: string;
  converted_amount?: string;
}
